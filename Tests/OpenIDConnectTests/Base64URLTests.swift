import Testing

@testable import OpenIDConnect

@Suite struct Base64URLTests {
    @Test(
        "Texts and bytes stand for each other",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ])
    func roundTrip(_ plain: String, _ encoded: String) {
        #expect(Base64URL.encode(plain.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("Both foreign alphabets' special characters are kept apart")
    func alphabet() {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
        #expect(Base64URL.decode("+/8") == nil)
    }

    @Test(
        "What is no base64url, or another text for the same bytes, is refused",
        arguments: ["Zg==", "Z", "Zh", "Zm9vY", "Zm 9v", "Zm\n9v", "é"])
    func refused(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
