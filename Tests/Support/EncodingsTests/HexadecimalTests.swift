import Encodings
import Testing

@Suite struct HexadecimalTests {
    @Test("Bytes have two digits each, and digits of either case come back as bytes")
    func digits() {
        let bytes = [UInt8](0...255)
        let text = Hexadecimal.encode(bytes)
        #expect(text.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
        #expect(text.hasSuffix("fdfeff"))
        #expect(Hexadecimal.decode(text[...]) == bytes)
        #expect(Hexadecimal.decode(text.uppercased()[...]) == bytes)
        #expect(Hexadecimal.encode([]).isEmpty)
    }

    @Test(
        "Hexadecimal text with half a byte or a character that is no digit is refused",
        arguments: ["0", "012", "0g", " 00", "0x00", "é0", "-1"])
    func refused(_ text: String) {
        #expect(Hexadecimal.decode(text[...]) == nil)
    }
}
