import PageSupport
import Testing

@Suite struct LinkRuleTests {
    @Test(
        "Paths of this site, queries, fragments, web and mail addresses are links",
        arguments: [
            ("/", "/"),
            ("/tasks/1?show=all#top", "/tasks/1?show=all#top"),
            ("/a//b", "/a//b"),
            ("/ü/日本", "/ü/日本"),
            ("?a=1&b=2", "?a=1&amp;b=2"),
            ("?", "?"),
            ("#", "#"),
            ("#top", "#top"),
            ("http://example.org", "http://example.org"),
            ("HTTPS://example.org/?q='", "HTTPS://example.org/?q=&#39;"),
            ("mailto:ada@example.org", "mailto:ada@example.org"),
            ("/\"\u{301}onclick", "/&quot;\u{301}onclick"),
        ])
    func allowed(value: String, expected: String) {
        #expect(written { $0.url(value) } == expected)
    }

    @Test(
        "Any other link becomes #",
        arguments: [
            "", "tasks", "tasks/1", ".", "..", "x:y",
            "//evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example", "///evil.example",
            "/\t/evil.example", "/\n/evil.example", "\t//evil.example", " /tasks", "/tasks ", "/a b", "/a\u{0}b",
            "/a\u{7F}b",
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
            " javascript:alert(1)",
            "\u{1}javascript:alert(1)", "\u{FEFF}javascript:alert(1)", "javascript\u{301}:alert(1)",
            "javascript&colon;alert(1)",
            "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "blob:x", "view-source:x",
            "ftp://example.org",
            "http:evil.example", "http:/evil.example", "http:///evil.example", "https://", "https:\\\\evil.example",
            "http://?x",
            "https://#",
            "mailto:", "mailto:a b", "http", "https", "http:", "http\u{301}://example.org", "ht\ntp://example.org",
            "/a\u{A0}b", "/a\u{2028}b", "/a\u{3000}b", "/a\u{200B}b", "/a\u{202E}b", "/a\u{85}b", "\u{3000}/tasks",
            "/\u{200D}/evil.example",
        ])
    func refused(value: String) {
        #expect(written { $0.url(value) } == "#")
    }
}
