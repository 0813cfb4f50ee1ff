import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing
import WebSupport

/// All the cookies of the site together, next to a session that is as large as one may be.
@Suite struct CookieSizeTests {
    private static let longest = "/tasks?after=" + String(repeating: "x", count: 487)

    private func bytes(_ browser: Browser) -> Int {
        browser.cookies.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    /// A browser with about as many bytes of cookies after its sign-in.
    private func signedIn(_ site: Site, bytes target: Int = 11_100) async throws -> Browser {
        func browser(tokenLength: Int) async throws -> Browser {
            site.provider.change { $0.opaqueAccessTokenLength = tokenLength }
            return try await site.signedIn()
        }
        // Three bytes of the token are four of the cookie.
        let missing = target - bytes(try await browser(tokenLength: 6000))
        let browser = try await browser(tokenLength: 6000 + missing * 3 / 4)
        try #require(abs(bytes(browser) - target) < 50, "the session has \(bytes(browser)) bytes")
        return browser
    }

    @Test("Further sign-ins next to a large session keep the cookies under 13 KiB")
    func signIn() async throws {
        try await Site.running { site in
            let browser = try await signedIn(site)
            var last = try await browser.startSignIn()
            for _ in 0..<4 {
                last = try await browser.startSignIn("/sign-in?returnTo=\(FormBody.encode(Self.longest))")
                #expect(bytes(browser) <= 13 * 1024)
            }
            #expect(try await browser.follow(last).location == Self.longest)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("Attempts of a foreign page keep a large session's cookies under 13 KiB, and the session stays")
    func foreign() async throws {
        try await Site.running { site in
            let browser = try await signedIn(site)
            for _ in 0..<6 {
                _ = try await browser.get("/sign-in?returnTo=\(Self.longest)", headers: [.secFetchSite: "cross-site"])
                #expect(bytes(browser) <= 13 * 1024)
            }
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A deleted task that doesn't fit into the cookies is not offered back, and the deletion holds") func undo()
        async throws
    {
        try await Site.running { site in
            let api = QuickstartAPI()
            site.api.respond { api.response(to: $0) }
            let browser = try await signedIn(site)
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            #expect(try await browser.submit(form.with("task", String(repeating: "é", count: 1000))).status == 303)
            let delete = try #require(try await browser.tasks().form(to: "/tasks/delete"))
            let deleted = try await browser.submit(delete)
            #expect(deleted.status == 303 && deleted.cookies == [])
            #expect(try await browser.tasks().tasks == [])
        }
    }

    @Test("A return path of 500 bytes is accepted, a longer one counts as not given") func longestWayBack() async throws
    {
        try await Site.running { site in
            #expect(Self.longest.utf8.count == 500)
            let taken = try await site.browser().signIn("/sign-in?returnTo=\(FormBody.encode(Self.longest))")
            #expect(taken.location == Self.longest)
            let longer = try await site.browser().signIn("/sign-in?returnTo=\(FormBody.encode(Self.longest + "x"))")
            #expect(longer.location == "/tasks")
        }
    }
}
