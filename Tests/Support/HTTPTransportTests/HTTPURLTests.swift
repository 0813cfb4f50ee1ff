import HTTPTransport
import Testing

@Suite struct HTTPURLTests {
    @Test("A URL is split into its parts")
    func parts() throws {
        let url = try #require(HTTPURL("HTTPS://Example.COM:8443/a%20b/c?x=1&y=%26"))
        #expect(url.scheme == .https)
        #expect(url.host == "example.com")
        #expect(url.port == 8443)
        #expect(url.path == "/a%20b/c")
        #expect(url.query == "x=1&y=%26")
        #expect(url.authority == "example.com:8443")
        #expect(url.pathAndQuery == "/a%20b/c?x=1&y=%26")
        #expect(url.description == "HTTPS://Example.COM:8443/a%20b/c?x=1&y=%26")
    }

    @Test("The path of a URL without one is a slash")
    func emptyPath() throws {
        let url = try #require(HTTPURL("http://example.com?a=b"))
        #expect(url.pathAndQuery == "/?a=b")
    }

    @Test(
        "Text that is no plain http or https URL is refused",
        arguments: [
            "", "/tasks", "example.com", "//example.com/", "ftp://example.com/", "file:///etc/passwd",
            "javascript:alert(1)", "http://",
            "http:///path", "http://user@example.com/", "http://user:secret@example.com/", "http://@example.com/",
            "http://example.com/#top",
            "http://example.com/#", "http://example.com:0/", "http://example.com:65536/", "http://example.com:x/",
            "http://exa mple.com/",
            "http://example.com/a b", "http://example.com/a\tb", "http://example.com/\r\nHost: evil",
            "http://example.com\\@evil.example/",
            "http://example.com/\u{0}", "http://bücher.example/", "http://example.com/ü", "http://example.com/%zz",
            "http://example.com/<a>",
            "http://[::1/", "urn:ietf:wg:oauth:2.0:oob",
        ])
    func refused(text: String) {
        #expect(HTTPURL(text) == nil)
    }

    @Test(
        "An origin omits the scheme's default port",
        arguments: [
            ("http://a.example:80/x", "http://a.example"), ("https://a.example:443/", "https://a.example"),
            ("http://a.example:443/", "http://a.example:443"), ("https://A.example:3000/x?y", "https://a.example:3000"),
            ("http://[::1]:3000/", "http://[::1]:3000"),
        ])
    func origin(text: String, origin: String) throws {
        #expect(try #require(HTTPURL(text)).origin == origin)
    }

    @Test(
        "Loopback hosts are known by name and number",
        arguments: [
            ("http://localhost:3000/", true), ("http://LOCALHOST/", true), ("http://127.0.0.1/", true),
            ("http://127.8.9.10:80/", true),
            ("http://[::1]:3000/", true), ("http://localhost.example/", false), ("http://127.0.0.1.example/", false),
            ("http://127.0.0/", false), ("http://127.+1.0.1/", false), ("http://128.0.0.1/", false),
            ("http://[::2]/", false),
            ("http://notlocalhost/", false), ("http://a.localhost:1/", true), ("http://a.b.LOCALHOST/", true),
            ("http://.localhost/", false), ("http://localhost.example/", false), ("http://alocalhost/", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(HTTPURL(text)).isLoopback == isLoopback)
    }

    @Test("Query fields are added after the URL's own query")
    func appendingQuery() throws {
        let fields = FormBody([("state", "a b"), ("scope", "openid&x")])
        #expect(
            try #require(HTTPURL("http://a.example/p?k=v")).appending(query: fields).query
                == "k=v&state=a+b&scope=openid%26x")
        #expect(
            try #require(HTTPURL("http://a.example/p?")).appending(query: fields).query == "state=a+b&scope=openid%26x")
        #expect(
            try #require(HTTPURL("http://a.example/p")).appending(query: fields).query == "state=a+b&scope=openid%26x")
        #expect(try #require(HTTPURL("http://a.example/p")).appending(query: FormBody()).query == nil)
    }

    @Test("An appended path segment stays one segment, whatever it holds")
    func appendingSegments() throws {
        let base = try #require(HTTPURL("http://a.example/tasks/"))
        #expect(base.appending(pathSegment: "a/b?c#d\\ e*")?.path == "/tasks/a%2Fb%3Fc%23d%5C%20e%2A")
        #expect(base.appending(pathSegment: "1.5")?.description == "http://a.example/tasks/1.5")
        let longer = try #require(HTTPURL("http://a.example/tasks?x=1")).appending(pathSegment: "7")
        #expect(longer?.description == "http://a.example/tasks/7?x=1")
    }

    @Test(
        "A path segment that could lead elsewhere is refused",
        arguments: ["", ".", "..", "../x", "a/..", "a\\..\\b", "a/./b", "/..", "\r\n", "a\u{0}", "\u{7F}", "\u{85}"])
    func refusedSegments(segment: String) throws {
        #expect(HTTPURL.encode(segment: segment) == nil)
        #expect(try #require(HTTPURL("http://a.example/tasks")).appending(pathSegment: segment) == nil)
    }

    @Test("A URL that was made from another can be read again")
    func roundTrip() throws {
        let longer = try #require(HTTPURL("https://a.example:444/tasks?x=1")).appending(
            query: FormBody([("q", "ß&")])
        ).appending(pathSegment: "ü%")
        let url = try #require(longer)
        let again = try #require(HTTPURL(url.description))
        #expect(again == url)
        #expect(again.path == "/tasks/%C3%BC%25")
        #expect(url.replacing(path: "/other").description == "https://a.example:444/other")
    }
}
