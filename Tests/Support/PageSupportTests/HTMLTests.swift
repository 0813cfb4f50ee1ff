import PageSupport
import Testing

@Suite struct HTMLTests {
    @Test(
        "Text in HTML is escaped byte by byte",
        arguments: [
            ("plain, Grüße, 日本", "plain, Grüße, 日本"),
            ("", ""),
            ("<script>alert('1')</script>", "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"),
            ("a & b &amp; \"c\"", "a &amp; b &amp;amp; &quot;c&quot;"),
            // A combining mark makes one character of itself and what stands before it.
            ("\"\u{301} onload=\u{20DD}", "&quot;\u{301} onload=\u{20DD}"),
            ("<\u{338}script>\u{338}", "&lt;\u{338}script&gt;\u{338}"),
            ("'\u{200D}&\u{FE0F}", "&#39;\u{200D}&amp;\u{FE0F}"),
            ("a\0b", "a\u{FFFD}b"),
            ("a\r\nb\tc\n", "a&#13;\nb\tc\n"),
            ("&<>\"'", "&amp;&lt;&gt;&quot;&#39;"),
            (String(repeating: "long ", count: 50) + "<", String(repeating: "long ", count: 50) + "&lt;"),
        ])
    func text(value: String, expected: String) {
        #expect(written { $0.text(value) }.utf8.elementsEqual(expected.utf8))
        #expect(written { $0.attribute(value) }.utf8.elementsEqual(expected.utf8))
    }

    @Test("Every ASCII character that could end its place is replaced, and no other")
    func allASCII() {
        for code in UInt8.min..<0x80 {
            let character = String(UnicodeScalar(code))
            let isReplaced = written { $0.text(character) } != character
            #expect(isReplaced == "\0\r\"&'<>".utf8.contains(code), "U+\(String(code, radix: 16))")
        }
    }

    @Test("Numbers in a page are written as digits", arguments: [0, -7, 10, .max, .min])
    func numbers(number: Int) {
        #expect(written { $0.text(number) } == "\(number)")
        #expect(written { $0.attribute(number) } == "\(number)")
        #expect(written { $0.urlSegment(number) } == "\(number)")
        #expect(written { $0.urlComponent(number) } == "\(number)")
    }

    @Test("Constant parts of a page are written as they are, one after the other")
    func raw() {
        #expect(
            written {
                $0.raw("<p class=\"ü\">")
                $0.raw("x")
                $0.raw("")
                $0.raw("</p>\n")
            } == "<p class=\"ü\">x</p>\n")
    }

    @Test(
        "A value in a link's path stays one segment",
        arguments: [
            ("42", "42"),
            ("a/b\\c", "a%2Fb%5Cc"),
            ("?x#y&z", "%3Fx%23y%26z"),
            ("ä \"<'", "%C3%A4%20%22%3C%27"),
            ("%2e", "%252e"),
            ("...x", "...x"),
            ("...", "..."),
            ("A-z_0.9~", "A-z_0.9~"),
            ("", "%EF%BF%BD"),
            (".", "%EF%BF%BD"),
            ("..", "%EF%BF%BD"),
            ("a/..", "%EF%BF%BD"),
            ("a\n", "%EF%BF%BD"),
        ])
    func segment(value: String, expected: String) {
        #expect(written { $0.urlSegment(value) } == expected)
    }

    @Test(
        "A value in a link's query may be anything",
        arguments: [("", ""), ("..", ".."), ("a&b=c+d", "a%26b%3Dc%2Bd"), ("\0\n", "%00%0A")])
    func component(value: String, expected: String) {
        #expect(written { $0.urlComponent(value) } == expected)
    }
}
