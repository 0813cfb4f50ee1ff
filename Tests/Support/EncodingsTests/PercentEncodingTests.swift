import Encodings
import Testing

@Suite struct PercentEncodingTests {
    private static let all = String(String.UnicodeScalarView((0...0x7F).compactMap { Unicode.Scalar(UInt32($0)) }))
    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    @Test("Percent encoding leaves only unreserved characters as they are (RFC 3986, section 2.3)")
    func unreserved() {
        for scalar in Self.all.unicodeScalars {
            let stays = "\(Self.letters)0123456789-._~".unicodeScalars.contains(scalar)
            let text = String(scalar)
            #expect((PercentEncoding.encode(text) == text) == stays, "\(text.debugDescription)")
            #expect(PercentEncoding.isUnreserved(UInt8(ascii: scalar)) == stays)
        }
        #expect(PercentEncoding.encode("a b+c/ä\u{0}") == "a%20b%2Bc%2F%C3%A4%00")
    }

    @Test("Form encoding leaves *-._ as they are, and writes a space as a plus sign")
    func form() {
        for scalar in Self.all.unicodeScalars {
            let text = String(scalar)
            let stays = "\(Self.letters)0123456789-._*".unicodeScalars.contains(scalar)
            #expect((PercentEncoding.encode(form: text) == text) == stays, "\(text.debugDescription)")
        }
        #expect(PercentEncoding.encode(form: "a b+c~ä") == "a+b%2Bc%7E%C3%A4")
    }

    @Test(
        "Text before, between and after escapes is copied",
        arguments: [
            ("", ""), ("plain", "plain"), ("/", "%2F"), ("/ab", "%2Fab"), ("a/b", "a%2Fb"), ("ab/", "ab%2F"),
            ("//", "%2F%2F"), ("/a//bc/", "%2Fa%2F%2Fbc%2F"), ("ä", "%C3%A4"), ("aäb", "a%C3%A4b"),
            ("a text of more than fifteen bytes", "a%20text%20of%20more%20than%20fifteen%20bytes"),
        ])
    func pieces(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
    }

    @Test("Encoded text is decoded as it was", arguments: [all, "", "%41", "e\u{301}\u{1F600}", "a + b"])
    func roundTrip(_ text: String) {
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)[...])?.utf8.elementsEqual(text.utf8) == true)
        #expect(
            PercentEncoding.decode(form: PercentEncoding.encode(form: text)[...])?.utf8.elementsEqual(text.utf8) == true
        )
    }

    @Test("A plus sign is a space in a form alone")
    func plus() {
        #expect(PercentEncoding.decode("a+b%2b") == "a+b+")
        #expect(PercentEncoding.decode(form: "a+b%2b") == "a b+")
    }

    @Test(
        "Text that can't be decoded is refused",
        arguments: ["%", "%4", "%4g", "%zz", "%+1", "%FF", "%C3", "%ED%A0%80", "a%"])
    func refused(_ text: String) {
        #expect(PercentEncoding.decode(text[...]) == nil)
        #expect(PercentEncoding.decode(form: text[...]) == nil)
    }
}
