import HTTPTypes
import Testing

@testable import WebSupport

@Suite struct RequestCookiesTests {
    @Test(
        "A cookie is found by its name, among others",
        arguments: [
            ("a=1; b=2", "1", "2"), ("a=1;b=2", "1", "2"), (";; a=1 ; ;  b=2;", "1 ", "2"), ("b=2; c; a=1", "1", "2"),
            ("a=1=1; b==", "1=1", "="), ("a=; b=\"2\"", "", "\"2\""), ("A=9; a=1; b=2; B=9", "1", "2"),
            ("=x; a=1; b=2", "1", "2"),
        ])
    func names(_ line: String, _ a: String, _ b: String) {
        let cookies = RequestCookies([.cookie: line])
        #expect(cookies["a"] == a)
        #expect(cookies["b"] == b)
    }

    @Test(
        "A malformed Cookie field has no cookie",
        arguments: ["", ";", "=", ";=;", "a", "a;a;a", " ", "%61=1", "\ta\t=1", "ä=1", "a a=1", "aa=1"])
    func odd(_ line: String) {
        #expect(RequestCookies([.cookie: line])["a"] == nil)
        #expect(RequestCookies([:])["a"] == nil)
    }

    @Test("Of several cookies with one name the first counts, and all can be read") func several() {
        let cookies = RequestCookies([.cookie: "a=1; b=3; a=2"])
        #expect(cookies["a"] == "1")
        #expect(cookies.values(of: "a") == ["1", "2"] && cookies.values(of: "c") == [])
    }

    @Test("Cookies may come in several fields, as with HTTP/2") func severalFields() {
        var fields = HTTPFields()
        for value in ["a=1", "b=2; c=3"] { fields.append(HTTPField(name: .cookie, value: value)) }
        let cookies = RequestCookies(fields)
        #expect(["a", "b", "c"].map { cookies[$0] } == ["1", "2", "3"])
    }

    @Test("Cookie names with a prefix come in order, each once") func prefixes() {
        let cookies = RequestCookies([.cookie: "x.2=a; y=b; x.1=c; x.2=d; xx=e; x.=f"])
        #expect(cookies.names(withPrefix: "x.") == ["x.2", "x.1", "x."])
        #expect(cookies.names(withPrefix: "z").isEmpty)
    }

    @Test("Of ten thousand cookies the first two hundred are looked at, in one field or in many") func many() throws {
        let pairs = (0..<10_000).map { "c\($0)=\($0)" }
        var apart = HTTPFields()
        for pair in pairs { apart.append(HTTPField(name: .cookie, value: pair)) }
        for cookies in [RequestCookies([.cookie: pairs.joined(separator: "; ")]), RequestCookies(apart)] {
            #expect(cookies["c199"] == "199")
            #expect(cookies["c200"] == nil)
            #expect(cookies.names(withPrefix: "c").count == 200)
        }
    }
}
