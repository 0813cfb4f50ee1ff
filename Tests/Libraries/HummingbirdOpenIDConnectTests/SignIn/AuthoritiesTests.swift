import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// Several authorities, policies, and sign-ins that others start.
@Suite struct AuthoritiesTests {
    /// The usual authority, and a second one at the same provider, mostly of another issuer, with a redirect URI of its
    /// own.
    private static func two(_ path: String = "/other") -> SignInParts.Authorities {
        { make in
            [
                SignInAuthority(relyingParty: try make("", "/sign-in/return")),
                SignInAuthority(
                    name: "other", relyingParty: try make(path, "/sign-in/return/other"),
                    routes: [SignInRoute(path: "/sign-in/other")]),
            ]
        }
    }

    @Test("Each authority has its own routes, and its sessions refresh and sign out there") func twoAuthorities()
        async throws
    {
        try await TestSite.running(authorities: Self.two()) { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = site.browser()
            let response = try await browser.follow(try await browser.startSignIn("/sign-in/other"))
            #expect(response.status == .seeOther, "\(response.text)")
            #expect(try await browser.get("/account").text == "Alice")
            site.clock.advance(by: 46)
            #expect(try await browser.get("/token").status == .ok)
            let out = try await browser.post("/sign-out")
            #expect(out.location?.hasPrefix("\(site.provider.url.origin)/other/") == true)
            #expect(try await site.browser().get("/account").location == "/?returnTo=%2Faccount")
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "A response at another authority's redirect URI is refused and consumed, also if the issuer is the same",
        arguments: ["/other", ""])
    func mixUp(path: String) async throws {
        try await TestSite.running(authorities: Self.two(path)) { site in
            let browser = site.browser()
            let response = try await browser.startSignIn()
            let query = try #require(response.locationQuery)
            let refused = try await browser.get("/sign-in/return/other?\(query)")
            #expect(refused.status == .badRequest && browser.cookieNames.isEmpty)
            #expect(try await browser.follow(response).status == .badRequest)
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test("A session of an authority that is no longer configured is none") func removedAuthority() async throws {
        try await TestSite.running(authorities: Self.two()) { site in
            let browser = site.browser()
            _ = try await browser.follow(try await browser.startSignIn("/sign-in/other"))
            let cookies = browser.cookies.cookies
            let payload = site.signIn.sessionCookie.cookie.payload(in: cookies, now: site.clock.seconds)
            let session = try #require(payload.flatMap { Session(bytes: $0) })
            #expect(session.authority == "other")
            let renamed = Session(
                id: session.id, authority: "gone", policy: nil, identity: session.identity, user: session.user,
                name: session.name, started: session.started, expires: session.expires, lastUsed: session.lastUsed,
                accessToken: session.accessToken)
            let fields = try site.signIn.sessionCookie.setting(
                renamed, now: site.clock.seconds, over: RequestCookies([:]))
            let cookie = try #require(fields.first.flatMap(SetCookie.init))
            #expect(try await site.browser([cookie.name: cookie.value]).get("/").text == "signed out")
        }
    }

    @Test("A sign-in that another site starts counts if it names the authority's issuer, and no other")
    func thirdParty() async throws {
        try await TestSite.running { site in
            let issuer = FormBody.encode(site.provider.url.origin)
            let target = FormBody.encode("https://app.example/account")
            let path = "/sign-in?iss=\(issuer)&login_hint=alice&target_link_uri=\(target)"
            let completed = try await site.browser().signIn(path)
            #expect(completed.location == "/account")
            #expect(site.provider.requests(at: .authorization).first?["login_hint"] == "alice")
            for query in ["iss=https://elsewhere.example", "iss=\(issuer)&iss=\(issuer)", "iss="] {
                #expect(try await site.browser().get("/sign-in?\(query)").status == .badRequest, "\(query)")
            }
            let elsewhere = "/sign-in?target_link_uri=https://elsewhere.example/account"
            #expect(try await site.browser().signIn(elsewhere).location == "/")
        }
    }

    @Test("A sign-in that another site starts never drops sign-ins that the user has just started") func foreignStart()
        async throws
    {
        try await TestSite.running { site in
            let browser = site.browser()
            for _ in 0..<4 { _ = try await browser.startSignIn() }
            let mine = browser.cookies
            let foreign: HTTPFields = [.secFetchSite: "cross-site"]
            let page = try await browser.get(
                "/sign-in?returnTo=/account&login_hint=a%22b&after=refusal", headers: foreign)
            #expect(page.status == .ok && browser.cookies == mine)
            let link = "/sign-in?returnTo=%2Faccount&#38;login_hint=a%22b&#38;after=refusal"
            #expect(page.text.contains(link), "\(page.text)")
            site.clock.advance(by: 60)
            #expect(try await browser.get("/sign-in", headers: foreign).status == .seeOther)
        }
    }

    @Test("More than ten completed sign-ins in a minute are a loop, which is explained") func loop() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            for _ in 0..<10 { #expect(try await browser.signIn().status == .seeOther) }
            let eleventh = try await browser.startSignIn()
            #expect(try await browser.follow(eleventh).status == .tooManyRequests)
            #expect(try await browser.get("/account").text == "Alice")
            site.clock.advance(by: 61)
            #expect(try await browser.signIn().status == .seeOther)
        }
    }

    @Test("A profile policy changes the claims of its own user, and no other's; the hint stays the sign-in's")
    func profile() async throws {
        let routes = [
            SignInRoute(path: "/sign-in"), SignInRoute(path: "/profile", purpose: .profileEdit),
            SignInRoute(path: "/password-reset", purpose: .passwordReset),
        ]
        let authorities: SignInParts.Authorities = {
            [SignInAuthority(relyingParty: try $0("", "/sign-in/return"), routes: routes)]
        }
        try await TestSite.running(authorities: authorities) { site in
            let browser = try await site.signedIn()
            let hint = try #require(site.provider.idTokens.last)
            let (token, stranger) = (try await browser.get("/token").text, site.browser())
            site.provider.user.name = "Alicia"
            #expect(try await browser.signIn("/profile").location == "/")
            #expect(try await browser.get("/account").text == "Alicia")
            #expect(try await browser.get("/token").text == token)
            #expect(try await stranger.signIn("/profile?returnTo=/account").location == "/sign-in?returnTo=%2Faccount")
            #expect(try await stranger.get("/").text == "signed out")
            site.provider.user = .bob
            #expect(try await browser.signIn("/password-reset").location == "/sign-in")
            #expect(try await browser.get("/account").text == "Alicia")
            let location = try await browser.post("/sign-out").location
            #expect(location?.contains("id_token_hint=\(hint)&") == true)
        }
    }
}
