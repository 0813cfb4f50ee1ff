import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing

/// The response at the redirect URI, and whether it belongs to a request of this browser.
@Suite struct AuthorizationResponseTests {
    @Test(
        "An unrequested response is refused, and no code is redeemed",
        arguments: [
            "?code=c&state=made-up", "?state=made-up&error=access_denied", "?code=c", "", "?code=c&state=",
            "?code=%FF&state=x",
        ])
    func unasked(query: String) async throws {
        try await Site.running { site in
            let browser = site.browser()
            try await site.expectRefused(try await browser.get("/auth/openid/return\(query)"), 400, in: browser)
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test("A response is accepted once, even if the cookie of its sign-in is put back")
    func usedTwice() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            let before = browser.cookies
            #expect(try await browser.follow(provider).location == "/tasks")
            browser.cookies = before
            try await site.expectRefused(try await browser.follow(provider), 400, in: browser)
            #expect(site.provider.requests(at: .token).count == 1)
        }
    }

    @Test("Going back to a consumed response leaves the session as it is")
    func usedTwiceWhileSignedIn() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            _ = try await browser.follow(provider)
            site.expectErrorPage(try await browser.follow(provider), 400)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A response to another browser's request is refused, and remains valid for that browser")
    func foreignState() async throws {
        try await Site.running { site in
            let (asking, other) = (site.browser(), site.browser())
            let provider = try await asking.startSignIn()
            _ = try await other.startSignIn()
            try await site.expectRefused(try await other.follow(provider), 400, in: other)
            #expect(try await asking.follow(provider).location == "/tasks")
        }
    }

    @Test("Two tabs can sign in at once, each with its own return path")
    func twoTabs() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let first = try await browser.startSignIn("/sign-in?returnTo=/claims")
            let second = try await browser.startSignIn("/sign-in?returnTo=/tasks?show=active")
            #expect(try await browser.follow(first).location == "/claims")
            #expect(try await browser.follow(second).location == "/tasks?show=active")
            try await site.expectSignedIn(browser)
        }
    }

    @Test("At most four sign-ins are under way in a browser, and the oldest is dropped")
    func fourAttempts() async throws {
        try await Site.running { site in
            let browser = site.browser()
            var responses: [WebPage] = []
            for _ in 0..<6 {
                responses.append(try await browser.startSignIn())
                #expect(browser.cookies.count <= 4)
            }
            #expect(browser.cookies.count == 4)
            try await site.expectRefused(try await browser.follow(responses[0]), 400, in: browser)
            #expect(try await browser.follow(responses[5]).location == "/tasks")
            #expect(try await browser.follow(responses[4]).location == "/tasks")
        }
    }

    @Test(
        "The cookie of a sign-in expires with its response, whatever the response",
        arguments: [nil, RedirectChange.error("access_denied"), .madeUpCode])
    func attemptCookieGoes(change: RedirectChange?) async throws {
        try await Site.running { site in
            let browser = site.browser()
            site.provider.change { $0.redirect = change }
            let provider = try await browser.startSignIn()
            #expect(browser.cookies.keys.contains { $0.hasPrefix("latchkey-sign-in.") })
            _ = try await browser.follow(provider)
            #expect(!browser.cookies.keys.contains { $0.hasPrefix("latchkey-sign-in.") })
        }
    }

    @Test("An invalid authorization response is refused", arguments: RedirectChange.refused)
    func changed(change: RedirectChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = change }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
            #expect(site.provider.requests(at: .token).count == (change == .madeUpCode ? 1 : 0))
            // The way to try again works.
            site.provider.behave()
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("Unknown parameters of a response do no harm, nor does an unpromised issuer")
    func furtherParameters() async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .furtherParameters }
            let response = try await site.browser().signIn()
            #expect(response.location == "/tasks")
        }
        try await Site.running { site in
            site.provider.change {
                $0.redirect = .noIssuer
                $0.metadata["authorization_response_iss_parameter_supported"] = .null
            }
            let response = try await site.browser().signIn()
            #expect(response.location == "/tasks")
        }
    }

    @Test(
        "An error of the authority's is a page with a way to try again",
        arguments: [
            "server_error", "invalid_request", "unauthorized_client", "login_required", "consent_required",
            "temporarily_unavailable",
            "<script>alert(1)</script>",
        ])
    func errors(code: String) async throws {
        try await Site.running { site in
            site.provider.change {
                $0.redirect = .error(code, description: "<img src=x onerror=alert(1)> it went wrong")
            }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(
                !page.text.contains("<script>alert") && !page.text.contains("<img src=x"),
                "the authority's words are in the page")
            #expect(!page.text.contains("it went wrong"))
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test(
        "A user who gives up goes to the start page, with no error and no session",
        arguments: [
            RedirectChange.error("access_denied"), .azureError(90091), .azureError(90273),
            .azureError(90091, "server_error"),
        ])
    func givenUp(change: RedirectChange) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.redirect = change }
            let browser = site.browser()
            let response = try await browser.signIn()
            #expect(response.status == 303)
            #expect(response.location == "/")
            try await site.expectSignedOut(browser)
        }
    }

    @Test(
        "A user who gives up while signed in stays signed in, and returns to the tasks",
        arguments: [("/profile", 90091), ("/password-reset", 90091), ("/sign-in/facebook", 90273)])
    func givenUpWhileSignedIn(path: String, number: Int) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = try await site.signedIn()
            site.provider.change { $0.redirect = .azureError(number) }
            let response = try await browser.signIn(path)
            #expect(response.location == "/")
            #expect(try await browser.follow(response).location == "/tasks")
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A user who gives up at the social provider gets the choice of ways to sign in")
    func givenUpAtSocialProvider() async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.redirect = .azureError(90273) }
            let browser = site.browser()
            let choice = try await browser.follow(try await browser.signIn("/sign-in/facebook?returnTo=/claims"))
            #expect(choice.status == 200)
            #expect(choice.url.path == "/")
            #expect(choice.error == nil)
            for way in ["/sign-in", "/sign-up", "/sign-in/facebook"] {
                #expect(choice.text.contains("\"\(way)\""), "\(way)")
            }
        }
    }

    @Test(
        "A forgotten password leads to the password-reset policy, with the same return path",
        arguments: ["access_denied", "server_error"])
    func passwordForgotten(error: String) async throws {
        try await Site.running(changing: { $0.policies = .inQuery }) { site in
            site.provider.change { $0.redirect = .azureError(90118, error) }
            let browser = site.browser()
            let response = try await browser.signIn("/sign-in?returnTo=/claims")
            #expect(response.locationPath == "/password-reset")
            site.provider.behave()
            // The policy does its work for a user who is not signed in yet, and then the user signs in.
            let reset = try await browser.follow(response)
            let back = try await browser.follow(try await browser.follow(reset))
            #expect(site.provider.requests(at: .authorization).last?.policy == "b2c_1_reset")
            #expect(back.locationPath == "/sign-in")
            #expect(browser.sessionCookies == [])
            let signedIn = try await browser.follow(try await browser.follow(try await browser.follow(back)))
            #expect(signedIn.location == "/claims")
            #expect(site.provider.problems == [])
        }
    }

    @Test("A forgotten password where there is no policy for it is an error page")
    func passwordForgottenWithoutPolicy() async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .azureError(90118) }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
        }
    }

    @Test(
        "Any other error of Azure AD B2C is an error page",
        arguments: [90077, 90088, 90080, 90129, 90006, 90115, 90111, 90114, 90120, 99999])
    func azureErrors(number: Int) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .azureError(number) }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(!page.text.contains("Something"), "the authority's words are in the page")
        }
    }

    @Test(
        "The page for an operator's mistake names the setting to correct",
        arguments: [
            (90006, "redirectUri"), (90007, "redirectUri"), (90036, "redirectUri"), (90067, "redirectUri"),
            (90018, "clientId"),
            (90068, "clientId"), (90079, "clientSecret"), (90081, "clientSecret"), (90055, "scopes"), (90115, "scopes"),
            (90117, "scopes"),
            (90146, "scopes"), (90205, "scopes"), (90120, "extraQueryParameters"),
        ])
    func operatorsMistake(number: Int, setting: String) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .azureError(number, "server_error") }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(page.error?.contains(setting) == true)
        }
    }

    @Test(
        "The error page says what the user can do",
        arguments: [
            (90111, "locked"), (90114, "locked"), (90035, "busy"), (90077, "sign in again"), (90088, "sign in again"),
            (90085, "sign in again"), (90048, "sign in again"),
        ])
    func friendlyWords(number: Int, words: String) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .azureError(number) }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(page.error?.contains(words) == true, "\(page.error ?? "")")
        }
    }

    @Test("An error with an unknown state has no effect", arguments: [90118, 90091, 90273, 90077, 90006, 90111])
    func foreignError(number: Int) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = try await site.signedIn()
            let query = FormBody([
                ("error", "access_denied"), ("error_description", "AADB2C\(number): x"), ("state", "made-up"),
            ]).encoded
            let page = try await browser.get("/auth/openid/return?\(query)")
            site.expectErrorPage(page, 400)
            #expect(page.location == nil)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A response whose sign-in's cookie is gone comes too late, and the page says so")
    func cookieGone() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            browser.cookies = [:]
            try await site.expectRefused(try await browser.follow(provider), 400, in: browser)
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test("A sign-in's cookie that was changed, or is another's, opens nothing")
    func changedAttempt() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            let (name, value) = try #require(browser.cookies.first)
            browser.cookies = [name: value.dropLast(4) + "AAAA"]
            try await site.expectRefused(try await browser.follow(provider), 400, in: browser)
            // The cookie's name is part of what is sealed.
            let other = try await browser.startSignIn()
            let theirs = try #require(browser.cookies.first { $0.key != name })
            browser.cookies = [name: theirs.value]
            try await site.expectRefused(try await browser.follow(other), 400, in: browser)
        }
    }
}
