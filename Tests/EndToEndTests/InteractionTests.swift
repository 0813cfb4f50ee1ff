import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Sign-ins and refreshes that go on only after the provider has dealt with the user.
@Suite struct InteractionTests {
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
    private static let wanted = TokenResponseChange.entraError(50076, "interaction_required", claims: claims)

    private static let ways: [(TokenResponseChange, claims: String?, prompt: String?)] = [
        (wanted, claims, nil), (.error("login_required"), nil, nil), (.entraError(65001, "consent_required"), nil, nil),
        (.entraError(70043, "invalid_grant"), nil, "login"),
        (.entraError(50078, "invalid_grant", claims: claims), claims, "login"),
        (.entraError(50076, "interaction_required", claims: "[]"), nil, nil),
        (.azureError(90077, "interaction_required"), nil, nil),
    ]

    /// The parameters of an authorization request that a response leads to.
    private static func request(_ page: WebPage, _ site: Site) throws -> FormBody {
        #expect(page.status == 303)
        let location = try #require(page.location)
        #expect(location.hasPrefix(site.provider.url.description))
        return try #require(FormBody(parsing: location.split(separator: "?", maxSplits: 1).last ?? ""))
    }

    /// A browser that is signed in with an expired access token, at a provider that requires interaction for a new
    /// one.
    private static func stuck(_ site: Site, _ change: TokenResponseChange = wanted) async throws -> Browser {
        site.provider.change { $0.accessTokenLifetime = 0 }
        let browser = try await site.signedIn()
        site.provider.change { ($0.refresh, $0.accessTokenLifetime) = (change, 3600) }
        return browser
    }

    @Test(
        "If a sign-in requires interaction, the browser goes straight to a new request, and ends at its target",
        arguments: ways)
    func signIn(change: TokenResponseChange, claims: String?, prompt: String?) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = site.browser()
            site.provider.change { $0.code = change }
            let page = try await browser.signIn("/sign-up?returnTo=/claims")
            let request = try Self.request(page, site)
            #expect(request[single: "claims"] == claims && request[single: "prompt"] == prompt)
            #expect(page.location?.contains("b2c_1_sign_up") == true)
            #expect(browser.sessionCookies == [])
            site.provider.behave()
            #expect(try await browser.follow(try await browser.follow(page)).location == "/claims")
            #expect(site.provider.problems == [])
        }
    }

    @Test("A second required interaction within a minute is a page, not a loop")
    func loop() async throws {
        try await Site.running { site in
            let browser = site.browser()
            site.provider.change { $0.code = Self.wanted }
            let first = try await browser.signIn()
            let second = try await browser.follow(try await browser.follow(first))
            try await site.expectRefused(second, 400, in: browser)
            #expect(browser.cookies.keys.filter { $0.contains("sign-in.") } == [])
        }
    }

    @Test("A new sign-in within the minute counts as a repetition, in that browser and for no longer")
    func loopOfSignIns() async throws {
        try await Site.running { site in
            let browser = site.browser()
            site.provider.change { $0.code = Self.wanted }
            _ = try Self.request(try await browser.signIn(), site)
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
            _ = try Self.request(try await site.browser().signIn(), site)
            site.clock.advance(by: 61)
            _ = try Self.request(try await browser.signIn(), site)
        }
    }

    @Test("Interaction that a sign-in requires right after a refresh counts as a repetition")
    func loopAfterRefresh() async throws {
        try await Site.running { site in
            let browser = try await Self.stuck(site)
            site.provider.change { $0.code = Self.wanted }
            _ = try Self.request(try await browser.get("/tasks"), site)
            site.expectErrorPage(try await browser.signIn(), 400)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A second tab whose refresh requires interaction is sent to the authority, too")
    func tabs() async throws {
        try await Site.running { site in
            let browser = try await Self.stuck(site)
            for _ in 0..<2 { _ = try Self.request(try await browser.get("/tasks"), site) }
        }
    }

    @Test("A session that requires interaction right after such a sign-in is a page, and stays")
    func loopOfSession() async throws {
        try await Site.running { site in
            let browser = try await Self.stuck(site)
            site.provider.change { $0.accessTokenLifetime = 0 }
            let page = try await browser.get("/tasks")
            #expect(try await browser.follow(try await browser.follow(page)).location == "/tasks")
            let next = try await browser.get("/tasks")
            site.expectErrorPage(next, 400)
            try await site.expectSignedIn(browser)
        }
    }

    @Test(
        "If a refresh requires interaction, the browser goes to the authority and returns to its page",
        arguments: ways)
    func refresh(change: TokenResponseChange, claims: String?, prompt: String?) async throws {
        try await Site.running { site in
            let browser = try await Self.stuck(site, change)
            let former = browser.copy()
            let page = try await browser.get("/tasks?show=completed")
            let request = try Self.request(page, site)
            #expect(request[single: "claims"] == claims && request[single: "prompt"] == prompt)
            #expect(!page.cookies.isEmpty)
            #expect(page.cookies.map(\.name).allSatisfy { $0.contains("sign-in.") || $0 == "latchkey-rounds" })
            try await site.expectSignedIn(former)
            #expect(try await browser.follow(try await browser.follow(page)).location == "/tasks?show=completed")
            _ = try await browser.tasks()
            #expect(try await former.get("/").status == 200, "the former session goes on")
        }
    }

    @Test(
        "If a refresh requires interaction, a request that is no navigation gets 401, and starts no sign-in",
        arguments: [HTTPRequest.Method.get, .post])
    func script(method: HTTPRequest.Method) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Milk")
            let stuck = try await Self.stuck(site)
            let own = try await stuck.get("/claims").csrf ?? ""
            let fields: HTTPFields = [.secFetchMode: "cors"]
            let page =
                method == .get
                ? try await stuck.get("/tasks", headers: fields)
                : try await stuck.submit(form.with("csrf", own), headers: fields)
            #expect(page.status == 401 && page["Content-Type"] == "application/problem+json")
            #expect(page.cookies == [] && page.location == nil)
            try await site.expectSignedIn(stuck)
        }
    }

    @Test("Text that was typed before required interaction is offered after the sign-in")
    func form() async throws {
        try await Site.running { site in
            let stuck = try await Self.stuck(site)
            let csrf = try await stuck.get("/claims").csrf ?? ""
            let page = try await stuck.post("/tasks", FormBody([("csrf", csrf), ("task", "Buy milk")]))
            #expect(try Self.request(page, site)[single: "claims"] == Self.claims)
            #expect(page.cookies.contains { $0.name.contains("kept.") })
            site.provider.behave()
            #expect(try await stuck.follow(try await stuck.follow(page)).location == "/tasks")
            let offer = try #require(try await stuck.tasks().form(to: "/tasks/kept"))
            #expect(try await stuck.submit(offer).status == 303)
            #expect(try await stuck.tasks().tasks == ["Buy milk"])
        }
    }

    @Test("A page of another site can't use required interaction to drop a sign-in that the user has just started")
    func foreignStart() async throws {
        try await Site.running { site in
            let stuck = try await Self.stuck(site)
            for _ in 0..<4 { #expect(try await stuck.get("/sign-in").status == 303) }
            let attempts = stuck.cookies.keys.filter { $0.contains("sign-in.") }.sorted()
            let page = try await stuck.get("/tasks", headers: [.secFetchSite: "cross-site"])
            site.expectErrorPage(page, 400)
            #expect(stuck.cookies.keys.filter { $0.contains("sign-in.") }.sorted() == attempts)
            let own = try await stuck.get("/tasks", headers: [.secFetchSite: "same-origin"])
            #expect(try Self.request(own, site)[single: "claims"] == Self.claims)
            #expect(stuck.cookies.keys.filter { $0.contains("sign-in.") }.sorted() != attempts)
        }
    }

    @Test("No route takes claims from a link")
    func link() async throws {
        try await Site.running { site in
            let page = try await site.browser().get("/sign-in?claims=%7B%7D&prompt=none")
            let request = try Self.request(page, site)
            #expect(request[single: "claims"] == nil && request[single: "prompt"] == nil)
        }
    }
}
