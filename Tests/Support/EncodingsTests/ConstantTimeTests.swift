import Testing

@testable import Encodings

@Suite struct ConstantTimeTests {
    @Test("Equal bytes are equal, and one changed bit anywhere makes a difference") func bytes() {
        let bytes = [UInt8](0..<40)
        #expect(ConstantTime.equal(bytes, Array(bytes)))
        #expect(ConstantTime.equal([UInt8](), []))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            #expect(!ConstantTime.equal(bytes, changed))
        }
        #expect(!ConstantTime.equal(bytes, Array(bytes.dropLast())))
        #expect(!ConstantTime.equal(bytes, []))
    }

    @Test(
        "Texts are equal only byte for byte, not as Unicode has it",
        arguments: [
            ("", "", true), ("state", "state", true), ("state", "State", false), ("a", "ab", false), ("", "a", false),
            ("\u{E9}", "e\u{301}", false),
        ])
    func texts(_ one: String, _ other: String, _ equal: Bool) {
        #expect(ConstantTime.equal(one, other) == equal)
    }
}
