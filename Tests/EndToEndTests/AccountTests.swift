import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing

/// The accounts that the page of sign-in offers on a browser, if their users chose that.
@Suite struct AccountTests {
    private static let cookie = "latchkey-accounts"

    private static func remember(_ browser: Browser) async throws {
        let form = try #require(try await browser.get("/sessions").form(to: "/accounts/remember"))
        #expect(try await browser.submit(form).location == "/sessions")
    }

    /// The addresses that the page of sign-in offers.
    private static func offered(_ browser: Browser) async throws -> [String] {
        let page = try await browser.get("/")
        return page.elements(having: "data-account").map(\.value)
    }

    @Test("Nothing of a user is shown after sign-out unless the user chose to be remembered")
    func notChosen() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.signOut()
            #expect(browser.cookies.isEmpty)
            let page = try await browser.get("/")
            #expect(!page.text.contains("Alice") && !page.text.contains("alice@people.example"))
        }
    }

    @Test("A user who chose to be remembered is offered after sign-out, by a hint to the provider")
    func chosen() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await Self.remember(browser)
            _ = try await browser.signOut()
            #expect(browser.cookies.keys.sorted() == [Self.cookie])
            #expect(try await Self.offered(browser) == ["/sign-in?login_hint=alice%40people.example"])
            let started = try await browser.get(try #require(try await Self.offered(browser).first))
            let query = HTTPURL(started.location ?? "")?.query.flatMap { FormBody(parsing: $0) }
            #expect(query?[single: "login_hint"] == "alice@people.example")
        }
    }

    @Test("A single button forgets all remembered accounts, even without a session")
    func forgotten() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await Self.remember(browser)
            _ = try await browser.signOut()
            let form = try #require(try await browser.get("/").form(to: "/accounts/forget-all"))
            #expect(try await browser.submit(form).location == "/")
            #expect(browser.cookies.isEmpty)
            #expect(try await Self.offered(browser) == [])
        }
    }

    @Test("The form of another browser's page forgets no accounts", arguments: ["", "forged", nil])
    func forged(token: String?) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await Self.remember(browser)
            _ = try await browser.signOut()
            let form = try #require(try await browser.get("/").form(to: "/accounts/forget-all"))
            let page = try await browser.submit(token.map { form.with("csrf", $0) } ?? form.without("csrf"))
            #expect(page.status == 403)
            #expect(try await Self.offered(browser).count == 1)
        }
    }

    @Test("The token for one browser's accounts doesn't forget another's")
    func anothersToken() async throws {
        try await Site.running { site in
            let (one, other) = (try await site.signedIn(), try await site.signedIn())
            for browser in [one, other] {
                try await Self.remember(browser)
                _ = try await browser.signOut()
            }
            let form = try #require(try await one.get("/").form(to: "/accounts/forget-all"))
            #expect(try await other.submit(form).status == 403)
            #expect(try await Self.offered(other).count == 1)
        }
    }

    @Test("Two users of one browser are both offered, the last one first, and one of them can be forgotten")
    func two() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await Self.remember(browser)
            _ = try await browser.signOut()
            site.provider.user = .bob
            #expect(try await browser.signIn().status == .seeOther)
            try await Self.remember(browser)
            let form = try #require(try await browser.get("/sessions").form(to: "/accounts/forget"))
            _ = try await browser.signOut()
            #expect(try await Self.offered(browser).map { $0.contains("alice") } == [false, true])
            #expect(try await browser.signIn().status == .seeOther)
            let again = try #require(try await browser.get("/sessions").form(to: "/accounts/forget"))
            #expect(again.action == form.action)
            _ = try await browser.submit(again)
            _ = try await browser.signOut()
            #expect(try await Self.offered(browser).map { $0.contains("alice") } == [true])
        }
    }

    @Test("A cookie of remembered accounts that was changed counts as none")
    func changed() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try await Self.remember(browser)
            _ = try await browser.signOut()
            browser.cookies[Self.cookie]?.removeLast()
            #expect(try await Self.offered(browser) == [])
        }
    }
}
