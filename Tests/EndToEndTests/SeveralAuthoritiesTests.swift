import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Synchronization
import TestSupport
import Testing
import WebSupport

/// Two authorities at once, each at a separate provider.
@Suite struct SeveralAuthoritiesTests {
    private static let backChannel = "/auth/openid/back-channel-logout"
    private static let redirect = "/auth/openid/return"

    /// The redirect URI of an authority.
    private static func redirectURI(_ provider: ScriptedProvider) throws -> String {
        let request = try #require(provider.requests(at: .authorization).last)
        return try #require(request["redirect_uri"])
    }

    @Test(
        "Each authority has its own redirect URI, its own tokens, and its own users",
        arguments: [ResponseMode.query, .formPost])
    func both(mode: ResponseMode) async throws {
        var options = SiteOptions.withPartner()
        options.partner?.responseMode = mode
        try await Site.running(options) { site in
            let main = try await site.signedIn()
            site.partner.user = .bob
            let partner = site.browser()
            var page = try await partner.startSignIn("/sign-in/partner")
            if mode == .formPost {
                let (form, cookies) = (try #require(page.forms.first), partner.cookies)
                // Another site's POST comes without the site's cookies.
                partner.cookies = [:]
                let between = try await partner.post(
                    "\(Self.redirect)/partner", form.body, headers: [.secFetchSite: "cross-site"])
                partner.cookies = cookies
                page = try await partner.submit(try #require(between.form(to: "\(Self.redirect)/partner")))
            } else {
                page = try await partner.follow(page)
            }
            #expect(page.status == 303 && page.location == "/tasks", "\(page.error ?? "")")
            #expect(try await main.tasks().userName == "Alice")
            #expect(try await partner.tasks().userName == "Bob")
            #expect(try Self.redirectURI(site.provider) == "\(site.publicOrigin)\(Self.redirect)")
            #expect(try Self.redirectURI(site.partner) == "\(site.publicOrigin)\(Self.redirect)/partner")
            #expect(site.provider.problems == [] && site.partner.problems == [])
        }
    }

    @Test("Users with the same sub at two authorities are two, for tasks and for sessions")
    func differentUsers() async throws {
        try await Site.running(SiteOptions.withPartner()) { site in
            let (main, partner) = (try await site.signedIn(), try await site.signedIn("/sign-in/partner"))
            _ = try await main.submit(try #require(try await main.tasks().form(to: "/tasks")).with("task", "Secret"))
            #expect(try await partner.tasks().tasks == [])
            #expect(try await partner.get("/sessions").elements(having: "data-session-id").count == 1)
        }
    }

    @Test("The start page has a button for each authority and passes on where to return to")
    func buttons() async throws {
        try await Site.running(SiteOptions.withPartner(partner: .inPath)) { site in
            let page = try await site.browser().get("/?returnTo=%2Fclaims")
            let query = "?returnTo=%2Fclaims"
            let links = page.elements(having: "href").filter { $0.value.hasSuffix(query) }
            #expect(
                links.map(\.value) == [
                    "/sign-in\(query)", "/sign-in/partner\(query)", "/sign-up/partner\(query)",
                    "/password-reset/partner\(query)",
                ])
            #expect(["Partner & Co.", "Partner &amp; Co."].contains(links[1].text))
            let back = try await site.browser().signIn("/sign-in/partner?returnTo=%2Fclaims")
            #expect(back.location == "/claims")
            let foreign = try await site.browser().get("/?returnTo=https%3A%2F%2Fevil.example")
            let hrefs = foreign.elements(having: "href").map(\.value)
            #expect(hrefs.contains("/sign-in") && hrefs.contains("/sign-in/partner"))
        }
    }

    @Test("A route of an authority that has no such policy is a 404, and so is one of no authority")
    func missingRoutes() async throws {
        try await Site.running(SiteOptions.withPartner()) { site async throws in
            for path in ["/sign-up/partner", "/profile/partner", "/sign-in/unknown", "/auth/openid/return/unknown"] {
                #expect(try await site.browser().get(path).status == 404, "\(path)")
            }
        }
    }

    // MARK: Mix-up

    @Test(
        "A state that another authority's redirect URI started is refused and consumed",
        arguments: [("/sign-in/partner", redirect), ("/sign-in", "\(redirect)/partner")])
    func mixUp(start: String, other: String) async throws {
        try await Site.running(SiteOptions.withPartner()) { site in
            let browser = site.browser()
            let response = try #require(try await browser.startSignIn(start).location)
            let (right, query) = (try #require(HTTPURL(response)).path, try #require(HTTPURL(response)?.query))
            let calls = { site.provider.requests(at: .token).count + site.partner.requests(at: .token).count }
            let before = calls()
            site.expectErrorPage(try await browser.get("\(other)?\(query)"), 400)
            site.expectErrorPage(try await browser.get("\(right)?\(query)"), 400)
            #expect(browser.sessionCookies == [])
            #expect(calls() == before)
        }
    }

    // MARK: What leads to sign-in

    @Test("Without a session the start page offers all authorities, and after one its own authority's sign-in starts")
    func signInAgain() async throws {
        try await Site.running(SiteOptions.withPartner()) { site in
            let signedOut = try await site.browser().get("/tasks?show=active")
            #expect(signedOut.status == 303 && signedOut.location == "/?returnTo=%2Ftasks%3Fshow%3Dactive")
            for (path, expected) in [("/sign-in/partner", "/sign-in/partner"), ("/sign-in", "/")] {
                let browser = try await site.signedIn(path)
                _ = try await browser.copy().signOut()
                let page = try await browser.get("/tasks")
                #expect(page.status == 303 && page.location == "\(expected)?returnTo=%2Ftasks")
            }
        }
    }

    @Test("An idle-expired session of the further authority leads to its sign-in")
    func idleExpired() async throws {
        try await Site.running(.withPartner()) { site in
            let browser = try await site.signedIn("/sign-in/partner")
            site.clock.advance(by: 3601)
            #expect(try await browser.get("/tasks").locationPath == "/sign-in/partner")
        }
    }

    @Test("A form of an ended session is stored for the sign-in at its own authority, which its token names")
    func lateForm() async throws {
        try await Site.running(SiteOptions.withPartner()) { site in
            let browser = try await site.signedIn("/sign-in/partner")
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Late")
            _ = try await browser.copy().signOut()
            for name in browser.sessionCookies { browser.cookies[name] = nil }
            let response = try await browser.submit(form)
            #expect(response.status == 303 && response.locationPath == "/sign-in/partner")
            let back = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            let offer = try #require(try await browser.follow(back).form(to: "/tasks/kept"))
            #expect(try await browser.submit(offer).status == 303)
            #expect(try await browser.tasks().tasks == ["Late"])
        }
    }

    @Test("Third-party-initiated login starts at the authority whose issuer it names")
    func initiatedLogin() async throws {
        try await Site.running(SiteOptions.withPartner()) { site async throws in
            func start(_ path: String, _ issuer: String) async throws -> (status: HTTPResponse.Status, origin: String?)
            {
                let page = try await site.browser().get("\(path)?iss=\(FormBody.encode(issuer))")
                return (page.status, page.location.flatMap(HTTPURL.init)?.origin)
            }
            let (main, partner) = (site.provider.url.origin, site.partner.url.origin)
            #expect(try await start("/sign-in", main) == (303, main))
            #expect(try await start("/sign-in", partner) == (303, partner))
            #expect(try await start("/sign-in/partner", partner) == (303, partner))
            #expect(try await start("/sign-in/partner", main).status == 400)
            #expect(try await start("/sign-in", "https://evil.example").status == 400)
        }
    }

    // MARK: While signed in

    @Test("Refresh, profile and sign-out of a session go to the session's authority")
    func ownAuthority() async throws {
        try await Site.running(SiteOptions.withPartner(main: .inPath, partner: .inPath)) { site in
            let browser = try await site.signedIn("/sign-in/partner")
            #expect(try await browser.tasks().elements(having: "href").contains { $0.value == "/profile/partner" })
            let before = site.provider.requests.count
            let refused = Mutex(false)
            site.api.respond { _ in
                let isFirst = refused.withLock { value in
                    defer { value = true }
                    return !value
                }
                return isFirst ? LoopbackResponse(.unauthorized) : nil
            }
            _ = try await browser.tasks()
            #expect(site.partner.requests(at: .token).count == 2, "no refresh at the partner")
            let response = try await browser.signOut()
            #expect(response.location?.hasPrefix(site.partner.url.origin) == true, "\(response.location ?? "")")
            #expect(site.partner.requests(at: .revocation).count == 1)
            #expect(site.provider.requests.count == before, "the main authority was called")
        }
    }

    @Test("A logout token ends only sessions of the authority that issued it")
    func backChannelLogout() async throws {
        try await Site.running(SiteOptions.withPartner()) { site in
            let (main, partner) = (try await site.signedIn(), try await site.signedIn("/sign-in/partner"))
            let token = try site.partner.logoutToken(subject: ScriptedUser.alice.subject)
            let response = try await site.browser().post(
                Self.backChannel, FormBody([("logout_token", token)]), headers: [.accept: "*/*"])
            #expect(response.status == 200)
            #expect(try await partner.get("/tasks").status == 303)
            _ = try await main.tasks()
        }
    }

    @Test("While the other authority is unreachable, an authority's logout token counts and a foreign one is refused")
    func logoutWhileOtherIsUnreachable() async throws {
        try await Site.running(SiteOptions.withPartner()) { site in
            let partner = try await site.signedIn("/sign-in/partner")
            site.provider.change { $0.metadataFault = .dropped }
            let token = try site.partner.logoutToken(subject: ScriptedUser.alice.subject)
            func post(_ token: String) async throws -> HTTPResponse.Status {
                try await site.browser().post(
                    Self.backChannel, FormBody([("logout_token", token)]), headers: [.accept: "*/*"]
                ).status
            }
            #expect(try await post(token) == 200)
            #expect(try await partner.get("/tasks").status == 303)
            #expect(try await post("e30.eyJpc3MiOiJodHRwczovL2V2aWwuZXhhbXBsZSJ9.eA") == 400)
        }
    }

    @Test("The list of sessions names the authority at which each was started")
    func sessions() async throws {
        var options = SiteOptions.withPartner(main: .inPath, partner: .inPath)
        options.partner?.hasMainUsers = true
        try await Site.running(options) { site in
            let user = ScriptedUser(subject: "s", objectID: "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154", name: "Guida")
            let (main, _) = (
                try await site.signedIn(as: user), try await site.signedIn("/sign-in/partner", as: user)
            )
            let page = try await main.get("/sessions")
            #expect(page.elements(having: "data-authority").map(\.text).sorted() == ["127.0.0.1", "Partner & Co."])
        }
    }

    @Test("The tasks API expects the audience of the authority that issued a token")
    func audiences() async throws {
        var options = SiteOptions.withPartner()
        options.partner?.audience = "partner-api"
        try await Site.running(options) { site in
            for provider in [site.provider, site.partner] {
                provider.change { $0.accessTokenClaims = ["aud": "partner-api"] }
            }
            _ = try await site.signedIn("/sign-in/partner").tasks()
            #expect(try await site.signedIn().get("/tasks").status == 303)
            site.provider.behave()
            _ = try await site.signedIn().tasks()
        }
    }

    @Test("A page and the log name the entry of the authority whose credential is wrong")
    func wrongCredential() async throws {
        try await Site.running(.withPartner()) { site in
            site.partner.change { $0.code = .error("invalid_client") }
            let page = try await site.browser().signIn("/sign-in/partner")
            site.expectErrorPage(page, 502)
            #expect(page.error?.contains("moreAuthorities.partner.clientSecret") == true, "\(page.error ?? "")")
            #expect(site.log.lines.contains { $0.contains("moreAuthorities.partner: ") })
        }
    }
}
