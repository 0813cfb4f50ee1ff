import Testing

@testable import SealedCookies

@Suite struct ConstantTimeTests {
    @Test("Equal bytes are equal, and one changed bit anywhere is seen") func bytes() {
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

    @Test("Texts are compared by their bytes, not by what Unicode holds to be the same") func texts() {
        #expect(ConstantTime.equal("state", "state"))
        #expect(!ConstantTime.equal("state", "State"))
        #expect(!ConstantTime.equal("\u{E9}", "e\u{301}"))
    }

    @Test("Random bytes have the length asked for and are not the same twice") func random() throws {
        #expect(try SecureRandom.bytes(0).isEmpty)
        #expect(try SecureRandom.bytes(32).count == 32)
        #expect(try SecureRandom.bytes(32) != SecureRandom.bytes(32))
    }
}
