import HTTPTypes
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct ChunkedCookieTests {
    private let cookie: ChunkedCookie

    init() throws {
        cookie = ChunkedCookie(name: "s", attributes: CookieAttributes(isOverHTTPS: true), codec: try .sample())
    }

    @Test("The cookies of a payload are the one of its name and its numbered continuations, each once") func parts() {
        let cookies = RequestCookies([.cookie: "s.1=a; s=b; s.12=c; s=d"])
        #expect(cookie.present(in: cookies) == ["s.1", "s", "s.12"])
    }

    @Test(
        "Others, whose names only start alike, are none of them",
        arguments: ["s-rounds", "s-kept.1", "sx", "s1", "s.x", "s.1x", "s.-1", "s.1.2", "s.\u{663}", "S", "S.1", ""])
    func others(_ name: String) {
        #expect(cookie.present(in: RequestCookies([.cookie: "\(name)=a"])) == [])
        #expect(cookie.expiring(in: RequestCookies([.cookie: "\(name)=a"])) == [])
    }
}
