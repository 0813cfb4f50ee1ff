import Testing

@testable import Encodings

@Suite struct ByteEqualityTests {
    @Test("Equal bytes are equal, and one changed bit anywhere makes a difference") func bytes() {
        let bytes = [UInt8](0..<40)
        #expect(ByteEquality.equal(bytes, Array(bytes)))
        #expect(ByteEquality.equal([UInt8](), []))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            #expect(!ByteEquality.equal(bytes, changed))
        }
        #expect(!ByteEquality.equal(bytes, Array(bytes.dropLast())))
        #expect(!ByteEquality.equal(bytes, []))
    }

    @Test(
        "Texts are equal only byte for byte, not as Unicode has it",
        arguments: [
            ("", "", true), ("state", "state", true), ("state", "State", false), ("a", "ab", false), ("", "a", false),
            ("\u{E9}", "e\u{301}", false),
        ])
    func texts(_ one: String, _ other: String, _ equal: Bool) {
        #expect(ByteEquality.equal(one, other) == equal)
    }
}
