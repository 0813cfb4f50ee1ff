import Testing

@testable import PageSupport

@Suite struct LinkScannerTests {
    private func links(in text: String) -> [String] {
        let utf8 = Array(text.utf8)
        return LinkScanner.links(in: utf8.span).map { String(decoding: utf8[$0], as: UTF8.self) }
    }

    @Test(
        "An address is a link as far as it goes",
        arguments: [
            "http://a.example", "https://a.example/", "HTTP://A.EXAMPLE", "hTTpS://a.example",
            "http://localhost:3000/x",
            "https://a.example?q=1&r=2#there", "https://a.example#there", "http://127.0.0.1/", "http://[::1]",
            "http://[2001:db8::7]:8080/a", "https://例え.テスト/経路", "https://bücher.example", "http://a.example:",
            "http://a.example/it's", "http://a.example/a,b;c:d!e?f.g", "http://a.example/(b)",
            "http://a.example/{b}[c]",
            "http://a.example/\u{200D}é", "http://a.example/b\\c", "http://a.example/@b", "http://a.example/?a@b",
            "http://a.example:65535/", "http://a_b.example", "http://a.example/http://b.example/c",
        ])
    func addresses(_ address: String) {
        let expected = address == "http://a.example:" ? "http://a.example" : address
        #expect(links(in: address) == [expected])
        #expect(links(in: "see \(address) there") == [expected])
        #expect(links(in: "(\(address))") == [expected])
    }

    @Test(
        "Any other text is no link",
        arguments: [
            "", ":", "://", "http", "http:", "http:/", "http://", "https://", "http:/a.example", "http:a.example",
            "http:\\\\a.example", "//a.example", "www.a.example", "ftp://a.example", "javascript:alert(1)",
            "mailto:a@b",
            "data:text/html,x", "http:// a.example", "http:///a.example", "http://?a", "http://#a", "http://.",
            "http://...",
            "http://:80", "http://:80/", "http://]", "http://[", "http://[]", "http://[::1", "http://[::g]/",
            "http://[::1]a/",
            "http://user@a.example", "http://user:secret@a.example/", "http://@a.example",
            "http://a.example\\@b.example",
            "http://a@b@c/", "http://a.example:99999/", "http://a.example:x/", "http://a^b", "http://a|b", "http://a{b",
            "http://a`b/", "http://a>b",
            "http://%20/", "http://,/", "http://\(String(repeating: "a", count: 256))/", "xhttp://a.example",
            "9http://a.example", "shttp://a.example",
            "httpss://a.example",
            "éhttp://a.example", "日http://a.example", "٣http://a.example", "²https://a.example", "𝐀http://a.example",
        ])
    func otherTexts(_ text: String) {
        #expect(links(in: text) == [])
    }

    @Test(
        "White space, a control character, < and \" end an address",
        arguments: [
            " ", "\t", "\n", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}",
            "\u{2028}",
            "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", "\0", "\u{1B}", "\u{7F}", "\u{80}", "\u{9F}", "<", "\"",
        ])
    func ends(_ end: String) {
        #expect(links(in: "http://a.example/b\(end)c") == ["http://a.example/b"])
        #expect(links(in: "http://a.example\(end)c") == ["http://a.example"])
        #expect(links(in: "http://a.example/.\(end)c") == ["http://a.example/"])
        #expect(links(in: "http://\(end)a.example") == [])
        #expect(links(in: "a\(end)http://a.example") == ["http://a.example"])
    }

    @Test(
        "Characters that look like an end, and are none, stay in the address",
        arguments: [
            "\u{A1}", "\u{1681}", "\u{200B}", "\u{202A}", "\u{2060}", "\u{3001}", "\u{FEFF}", "\u{FFFD}", "`", "'x",
        ])
    func notEnds(_ character: String) {
        #expect(links(in: "http://a.example/b\(character)c") == ["http://a.example/b\(character)c"])
    }

    @Test(
        "Punctuation and closing brackets at the end aren't part of the address, unless the brackets were opened in it",
        arguments: [
            ("http://a.example.", "http://a.example"), ("http://a.example/b.,;:!?'", "http://a.example/b"),
            ("http://a.example/b)]}>", "http://a.example/b"), ("http://a.example/b).", "http://a.example/b"),
            ("http://a.example?", "http://a.example"), ("http://a.example?!", "http://a.example"),
            ("http://a.example/(b)", "http://a.example/(b)"), ("http://a.example/(b))", "http://a.example/(b)"),
            ("http://a.example/(b).)", "http://a.example/(b)"), ("http://a.example/b)(c)", "http://a.example/b)(c)"),
            ("http://a.example/(b]", "http://a.example/(b"), ("http://a.example/((b)", "http://a.example/((b)"),
            ("http://a.example/b>c>", "http://a.example/b>c"), ("http://a.example:80)", "http://a.example:80"),
            ("http://[::1])", "http://[::1]"), ("http://[::1]].", "http://[::1]"),
            ("http://a.example/…", "http://a.example/…"),
            ("http://a.example,b", "http://a.example,b"), ("http://a.example/)'", "http://a.example/"),
        ])
    func trimming(_ text: String, _ link: String) {
        #expect(links(in: text) == [link])
    }

    @Test("A text may have several links, and others' faults don't hide them") func several() {
        #expect(
            links(in: "a http://b.example, (https://c.example/d) e") == ["http://b.example", "https://c.example/d"])
        #expect(links(in: "http://u@a.example http://b.example") == ["http://b.example"])
        #expect(links(in: "http://u@http://b.example/c") == ["http://b.example/c"])
        #expect(links(in: "xhttp://a.example/http://b.example.") == ["http://b.example"])
        #expect(links(in: "a:b://c http:://d https://e") == ["https://e"])
    }

    @Test(
        "The time is linear in the length of the text",
        arguments: ["http://@", "http://a^", "http://a^?", "http://x:y?", "(", "http://a/)", "http://[", ":"])
    func hostile(_ piece: String) {
        let text = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
        let start = ContinuousClock.now
        _ = links(in: text)
        _ = links(in: "http://a.example/" + text)
        #expect(ContinuousClock.now - start < .seconds(30), "quadratic time would be hours")
    }
}
