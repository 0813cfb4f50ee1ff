import HTTPTransport
import HTTPTypes
import Testing

@Suite struct FormBodyTests {
    @Test("A form is written as browsers write it")
    func encoded() {
        let form = FormBody([("a", "1"), ("b c", "x y&z=1"), ("ü", "€+"), ("empty", ""), ("keep", "*-._~")])
        #expect(form.encoded == "a=1&b+c=x+y%26z%3D1&%C3%BC=%E2%82%AC%2B&empty=&keep=*-._%7E")
    }

    @Test(
        "A written form is read again as it was",
        arguments: ["", "plain", "a b", "a+b", "100%", "&=?#;", "\r\n\u{0}", "e\u{301}\u{1F600}", "%41"])
    func roundTrip(value: String) throws {
        let form = FormBody([(value, value), ("next", value)])
        #expect(try #require(FormBody(parsing: form.encoded)) == form)
    }

    @Test("A form field without an equals sign has an empty value, and empty parts are skipped")
    func lenient() throws {
        let form = try #require(FormBody(parsing: "&a&&b=&=c&d=e=f&"))
        #expect(form == FormBody([("a", ""), ("b", ""), ("", "c"), ("d", "e=f")]))
    }

    @Test(
        "A form that can't be decoded is refused",
        arguments: ["a=%", "a=%4", "a=%4g", "%zz=1", "a=%+1", "a=%FF", "a=%C3", "a=%ED%A0%80"])
    func refused(text: String) {
        #expect(FormBody(parsing: text) == nil)
    }

    @Test(
        "A lenient reading leaves text that can't be decoded, or replaces it",
        arguments: [
            ("a=%", "%"), ("a=%4", "%4"), ("a=%4g+b", "%4g b"), ("a=%41%", "A%"), ("a=x%FFy", "x\u{FFFD}y"),
            ("a=%%41", "%A"), ("a=%C3%A9", "é"), ("a", ""),
        ])
    func lenientValues(text: String, value: String) {
        #expect(FormBody(parsingLeniently: text) == FormBody([("a", value)]))
    }

    @Test("A lenient reading takes no more than a thousand fields either")
    func lenientlyTooMany() {
        #expect(FormBody(parsingLeniently: Array(repeating: "a=%", count: 1001).joined(separator: "&")) == nil)
    }

    @Test("A form of more than a thousand fields is refused")
    func tooMany() {
        #expect(FormBody(parsing: Array(repeating: "a=1", count: 1000).joined(separator: "&"))?.fields.count == 1000)
        #expect(FormBody(parsing: Array(repeating: "a=1", count: 1001).joined(separator: "&")) == nil)
        #expect(FormBody(parsing: String(repeating: "a&", count: 30_000)) == nil)
        #expect(FormBody(parsing: String(repeating: "&", count: 60_000))?.fields.isEmpty == true)
    }

    @Test("A form field that occurs twice has no single value")
    func single() {
        let form = FormBody([("a", "1"), ("b", "2"), ("a", "3")])
        #expect(form[single: "b"] == "2")
        #expect(form[single: "a"] == nil)
        #expect(form[single: "c"] == nil)
    }

    @Test("A form field without a value is left out")
    func append() {
        var form = FormBody()
        form.append("a", nil)
        form.append("b", "")
        #expect(form == FormBody([("b", "")]))
    }

    @Test("A posted form has its media type and its bytes")
    func posted() throws {
        let url = try #require(HTTPURL("https://a.example/token"))
        let request = TransportRequest(
            posting: FormBody([("code", "a b")]), to: url, headerFields: [.accept: "application/json"])
        #expect(request.head.method == .post)
        #expect(
            request.head.scheme == "https" && request.head.authority == "a.example" && request.head.path == "/token")
        #expect(request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
        #expect(request.head.headerFields[.accept] == "application/json")
        #expect(request.body == Array("code=a+b".utf8))
    }
}
