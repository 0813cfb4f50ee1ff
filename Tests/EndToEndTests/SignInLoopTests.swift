import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing

/// A browser that signs in again and again, and responses that fit no sign-in.
@Suite struct SignInLoopTests {
    private static let counter = "latchkey-rounds"

    @Test("The eleventh sign-in within a minute is a page that says what may be wrong, and leads nowhere by itself")
    func loop() async throws {
        try await Site.running { site in
            let browser = site.browser()
            for _ in 0..<10 { #expect(try await browser.signIn().location == "/tasks") }
            let page = try await browser.signIn()
            site.expectErrorPage(page, 429)
            #expect(page.location == nil)
            for word in ["clock", "scheme", "domain", "tasks service"] {
                #expect(page.text.contains("The \(word):"), "\(word)")
            }
            #expect(site.provider.requests(at: .token).count == 10, "its code was redeemed")
            #expect(!browser.cookies.keys.contains { $0.hasPrefix("latchkey-sign-in.") })
            // The session of the tenth is none the worse for it, and another browser at the same address isn't either.
            try await site.expectSignedIn(browser)
            #expect(try await site.browser().signIn().location == "/tasks")
            // Signing out is a new beginning.
            _ = try await browser.signOut()
            #expect(browser.cookies[Self.counter] == nil)
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("The count of sign-ins is set where a sign-in ends, for a minute at most, and by no other page")
    func counter() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            #expect(browser.cookies[Self.counter] == nil)
            let response = try await browser.follow(provider)
            let cookie = try #require(response.cookies.first { $0.name == Self.counter })
            #expect(cookie.attributes["max-age"].flatMap(Int.init).map { (1...60).contains($0) } == true)
            #expect(
                cookie.attributes["httponly"] != nil && cookie.attributes["samesite"] == "Lax"
                    && cookie.attributes["path"] == "/")
            for path in ["/", "/tasks", "/claims", "/sessions"] {
                #expect(try await browser.get(path).cookies.contains { $0.name == Self.counter } == false, "\(path)")
            }
        }
    }

    @Test(
        "A sign-in that the user gives up isn't counted",
        arguments: [RedirectChange.error("access_denied"), .azureError(90091), .azureError(90273)])
    func givenUp(change: RedirectChange) async throws {
        try await Site.running { site in
            let browser = site.browser()
            site.provider.change { $0.redirect = change }
            for _ in 0..<11 {
                let response = try await browser.signIn()
                #expect(response.location == "/")
            }
            #expect(browser.cookies[Self.counter] == nil)
            site.provider.behave()
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("A count of sign-ins that was changed, or comes from another site, is ignored")
    func foreignCounter() async throws {
        try await Site.running { site in
            let browser = site.browser()
            for _ in 0..<10 { _ = try await browser.signIn() }
            let value = try #require(browser.cookies[Self.counter])
            browser.cookies[Self.counter] = value.dropLast(4) + "AAAA"
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("A response that fits no sign-in is a page that names four reasons and one link")
    func unknown() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let page = try await browser.get("/auth/openid/return?code=c&state=made-up")
            site.expectErrorPage(page, 400)
            for words in ["ten minutes", "used already", "another browser", "cookies"] {
                #expect(page.text.contains(words), "\(words)")
            }
            #expect(page.text.contains("Try to sign in again"))
        }
    }

    @Test("For a signed-in user the page of a stale response says that nothing has changed, and leads to the tasks")
    func staleWhileSignedIn() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.get("/auth/openid/return?code=c&state=made-up")
            site.expectErrorPage(page, 400)
            #expect(page.text.contains("still signed in") && page.text.contains("Back to your tasks"))
            #expect(page.userName == "Alice" && page.cookies == [])
            try await site.expectSignedIn(browser)
        }
    }
}
