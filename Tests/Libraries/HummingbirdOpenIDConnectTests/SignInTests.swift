import HTTPTransport
import HTTPTypes
import Hummingbird
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct SignInTests {
    /// What the cookies of a site over HTTPS have.
    private static func attributes(_ seconds: Int) -> [String: String] {
        ["max-age": "\(seconds)", "path": "/", "httponly": "", "samesite": "Lax", "secure": ""]
    }

    @Test("A route that requires a session leads to the provider and back, and then knows the user")
    func wholeWay() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            #expect(try await browser.get("/").text == "signed out")
            let first = try await browser.get("/account?tab=1")
            #expect(first.status == .seeOther)
            #expect(first.location == "/sign-in?returnTo=%2Faccount%3Ftab%3D1")
            let response = try await browser.signIn(try #require(first.location))
            #expect(response.location == "/account?tab=1")
            #expect(try await browser.get("/account?tab=1").text == "Alice")
            #expect(try await browser.get("/").text == "Alice")
            #expect(site.provider.problems == [])
        }
    }

    @Test("Over HTTPS the cookies are for this host alone, HttpOnly, and from other sites for navigations only")
    func overHTTPS()
        async throws
    {
        try await TestSite.running { site in
            let browser = site.browser()
            let started = try await browser.get("/sign-in")
            let attempt = try #require(started.cookies.first)
            #expect(attempt.name.hasPrefix("__Host-session-sign-in."))
            #expect(attempt.attributes == Self.attributes(600))
            #expect(started.headers[values: .cacheControl] == ["no-store"])

            let response = try await site.browser().signIn()
            #expect(response.headers[values: .cacheControl] == ["no-store"])
            let session = try #require(response.cookies.first { $0.name == "__Host-session" })
            #expect(session.attributes == Self.attributes(43200))
            #expect(response.cookies.filter(\.isExpiring).map { $0.name.prefix(23) } == ["__Host-session-sign-in."])
            for secret in ["Alice", "sub-alice"] { #expect(!session.value.contains(secret)) }
        }
    }

    @Test("Over plain HTTP on a loopback name the cookies have no prefix") func overHTTP() async throws {
        try await TestSite.running(origin: "http://localhost:8080") { site in
            let browser = try await site.signedIn()
            #expect(browser.cookieNames == ["session"])
            #expect(try await browser.get("/account").text == "Alice")
        }
    }

    @Test("The paths, the cookie's name and the requested scopes can be chosen") func options() async throws {
        let options = SignInOptions(
            signOutPath: "/logout", homePath: "/account", cookieName: "app", request: SignInRequest(loginHint: "alice"))
        try await TestSite.running(
            options: options,
            authorities: {
                [SignInAuthority(relyingParty: try $0("", "/sign-in/return"), routes: [SignInRoute(path: "/login")])]
            }
        ) { site in
            let browser = site.browser()
            let first = try await browser.get("/account")
            #expect(first.location == "/login?returnTo=%2Faccount")
            #expect(try await browser.signIn("/login").location == "/account")
            #expect(browser.cookieNames == ["__Host-app"])
            #expect(site.provider.requests(at: .authorization).first?["login_hint"] == "alice")
            #expect(try await browser.post("/logout").status == .seeOther)
            #expect(browser.cookieNames.isEmpty)
        }
    }

    @Test("A user whom the application refuses after the sign-in has no session, and its tokens are revoked")
    func refusedByApplication() async throws {
        var hooks = SignInHooks<BasicSignInRequestContext>()
        hooks.signedIn = { _, _, context in
            #expect(context.session.user?.name == "Alice")
            throw HTTPError(.forbidden)
        }
        try await TestSite.running(hooks: hooks) { site in
            let browser = site.browser()
            let response = try await browser.follow(try await browser.startSignIn())
            #expect(response.status == .forbidden)
            #expect(!response.cookies.contains { $0.name == "__Host-session" && !$0.isExpiring })
            #expect(try await browser.get("/").text == "signed out")
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test("If the home page needs a session, and there are several authorities, it leads to the first")
    func protectedHome() async throws {
        try await TestSite.running(
            options: SignInOptions(homePath: "/account"),
            authorities: {
                [
                    SignInAuthority(
                        relyingParty: try $0("", "/return/0"), routes: [SignInRoute(path: "/sign-in/0")]),
                    SignInAuthority(
                        name: "partner", relyingParty: try $0("", "/return/1"),
                        routes: [SignInRoute(path: "/sign-in/1")]),
                ]
            }
        ) { site in
            let browser = site.browser()
            let response = try await browser.get("/account")
            #expect(response.location == "/sign-in/0?returnTo=%2Faccount")
            #expect(try await browser.get("/claims").location == "/account?returnTo=%2Fclaims")
            let second = try await browser.get("/account?returnTo=%2Fclaims")
            #expect(second.location == "/sign-in/0?returnTo=%2Fclaims")
        }
    }

    @Test("Two tabs can sign in at once; of five sign-ins under way the oldest goes") func severalAtOnce() async throws
    {
        try await TestSite.running { site in
            let browser = site.browser()
            var responses: [WebPage] = []
            for _ in 0..<5 { responses.append(try await browser.startSignIn()) }
            #expect(browser.cookies.count == AttemptCookies.limit)
            var statuses: [HTTPResponse.Status] = []
            for response in responses { statuses.append(try await browser.follow(response).status) }
            #expect(statuses.count { $0 == .badRequest } == 1)
            #expect(try await browser.get("/account").text == "Alice")
        }
    }

    @Test("Each sign-in makes a new session and ends the one it replaces") func newSession() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let old = browser.copy()
            site.provider.user = .bob
            #expect(try await browser.signIn().status == .seeOther)
            #expect(try await browser.get("/account").text == "Bob")
            #expect(try await old.get("/account").status == .seeOther)
        }
    }

    @Test(
        "A sign-in doesn't return to a target that is no page of this site",
        arguments: [
            "https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "/%2f/elsewhere.example",
            "/%5celsewhere.example",
            "javascript:alert(1)", "/a/../..//elsewhere.example", "/\t/elsewhere.example", "/sign-in", "/SIGN-IN/",
            "/sign-out",
            "/sign-in/return?code=1", "", "account", "/account#x", "/a\r\nLocation: https://elsewhere.example",
        ])
    func openRedirect(_ target: String) async throws {
        try await TestSite.running { site in
            let query = FormBody([("returnTo", target)]).encoded
            let response = try await site.browser().signIn("/sign-in?\(query)")
            #expect(response.location == "/")
        }
    }

    @Test("A user who cancels a sign-in returns to the home page") func cancelled() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.redirect = .error("access_denied") }
            let browser = site.browser()
            let response = try await browser.follow(try await browser.startSignIn())
            #expect(response.status == .seeOther && response.location == "/")
            #expect(browser.cookieNames.isEmpty)
        }
    }

    @Test("With form_post the response arrives without cookies, and is posted on once from the site's own page")
    func formPost() async throws {
        try await TestSite.running(responseMode: .formPost) { site in
            let browser = site.browser()
            let started = try await browser.get("/sign-in?returnTo=/account")
            let attempt = try #require(started.cookies.first)
            #expect(attempt.attributes == Self.attributes(600))
            let page = try await browser.follow(started).text
            let foreign: HTTPFields = [.secFetchSite: "cross-site", .origin: site.provider.url.origin]
            let response = FormBody(inputs(of: page) + [("unexpected", "<\"&'>")])
            let repost = try await site.browser().post("/sign-in/return", response, from: foreign)
            #expect(repost.status == .ok && repost.headers[.cacheControl] == "no-store")
            #expect(repost.cookies.isEmpty && !repost.text.contains("unexpected"))
            let form = FormBody(inputs(of: repost.text))
            let signedIn = try await browser.post("/sign-in/return", form)
            #expect(signedIn.status == .seeOther && signedIn.location == "/account")
            #expect(try await browser.get("/account").text == "Alice")
            #expect(try await browser.post("/sign-in/return", form).status == .badRequest)
            #expect(try await site.browser().post("/sign-in/return", form).status == .badRequest)
        }
    }

    @Test("Unknown fields of a response are ignored, whatever they have", arguments: [ResponseMode.query, .formPost])
    func oddFields(_ mode: ResponseMode) async throws {
        try await TestSite.running(responseMode: mode) { site in
            let browser = site.browser()
            let started = try await browser.get("/sign-in")
            let response = try await browser.follow(started)
            if mode == .query {
                let target = "\(try #require(response.location))&more=%E9&session_state=%zz"
                #expect(try await browser.get(target).status == .seeOther)
            } else {
                let body = "\(FormBody(inputs(of: response.text)).encoded)&more=%E9&session_state=%zz"
                #expect(try await browser.post("/sign-in/return", body: body).status == .seeOther)
            }
            #expect(try await browser.get("/account").text == "Alice")
        }
    }

    private func inputs(of page: String) -> [(name: String, value: String)] {
        page.matches(of: #/name="([^"]*)" value="([^"]*)"/#).map { (name: String($0.1), value: String($0.2)) }
    }

    @Test("If responses come in the query, a posted one is refused") func postedUnasked() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let query = try #require(try await browser.startSignIn().locationQuery)
            let form = try #require(FormBody(parsing: query))
            #expect(try await browser.post("/sign-in/return", form).status == .notFound)
        }
    }
}
