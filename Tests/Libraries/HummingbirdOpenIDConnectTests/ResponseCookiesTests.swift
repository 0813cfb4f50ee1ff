import HTTPTypes
import SiteTesting
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct ResponseCookiesTests {
    @Test(
        "A response that sets only a cookie of the application is cached as it says, with a session too",
        arguments: [false, true])
    func ownCookie(isSignedIn: Bool) async throws {
        try await TestSite.running { site in
            let browser = isSignedIn ? try await site.signedIn() : site.browser()
            let response = try await browser.get("/theme")
            #expect(response.headers[values: .setCookie] == ["theme=dark; Path=/"])
            #expect(response.headers[.cacheControl] == "private, max-age=60")
        }
    }

    @Test(
        "A gathered cookie is set with the response to an error, too, and neither is cached", arguments: ["", "?fail"])
    func gatheredCookie(query: String) async throws {
        try await TestSite.running { site in
            let response = try await site.browser().get("/seen\(query)")
            #expect(response.status == (query.isEmpty ? .ok : .conflict))
            #expect(response.headers[values: .setCookie] == ["seen=yes; Path=/"])
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }
}
