import HTTPTypes
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct ResponseCookiesTests {
    @Test(
        "A response with a cookie of its own alone is cached as it says, with a session too", arguments: [false, true])
    func ownCookie(isSignedIn: Bool) async throws {
        try await TestSite.running { site in
            let browser = isSignedIn ? try await site.signedIn() : site.browser()
            let answer = try await browser.get("/theme")
            #expect(answer.headers[values: .setCookie] == ["theme=dark; Path=/"])
            #expect(answer.headers[.cacheControl] == "private, max-age=60")
        }
    }

    @Test(
        "A gathered cookie is set with the response to an error, too, and neither is cached", arguments: ["", "?fail"])
    func gatheredCookie(query: String) async throws {
        try await TestSite.running { site in
            let answer = try await site.browser().get("/seen\(query)")
            #expect(answer.status == (query.isEmpty ? .ok : .conflict))
            #expect(answer.headers[values: .setCookie] == ["seen=yes; Path=/"])
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }
}
