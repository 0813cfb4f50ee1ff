import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing

/// The way to try again on the page of a sign-in that failed.
@Suite struct RetryTests {
    @Test(
        "The link to try a failed sign-in again has the requested page",
        arguments: [
            (changed { $0.redirect = .wrongIssuer }, 400), (changed { $0.redirect = .noCode }, 400),
            (changed { $0.redirect = .repeatedCode }, 400), (changed { $0.redirect = .madeUpCode }, 400),
            (changed { $0.redirect = .error("server_error") }, 400),
            (changed { $0.redirect = .error("invalid_scope") }, 400),
            (changed { $0.redirect = .error("temporarily_unavailable") }, 400),
            (changed { $0.redirect = .error("temporarily_unavailable", description: "authentication_expired") }, 400),
            (changed { $0.redirect = .entraError(50105) }, 400), (changed { $0.idToken = .wrongNonce }, 400),
            (changed { $0.code = .error("invalid_grant") }, 400), (changed { $0.code = .error("invalid_client") }, 502),
            (changed { $0.code = .noIDToken }, 502), (changed { $0.code = .fault(.html) }, 502),
            (changed { $0.code = .fault(.dropped) }, 502), (changed { $0.code = .busy(503, retryAfter: "7") }, 503),
            (changed { $0.opaqueAccessTokenLength = 12_000 }, 502),
        ] as [(Misbehaviour, HTTPResponse.Status)])
    func failed(misbehaviour: Misbehaviour, status: HTTPResponse.Status) async throws {
        try await Site.running { site in
            site.provider.change { $0 = misbehaviour }
            let browser = site.browser()
            let page = try await browser.signIn("/sign-in?returnTo=/claims")
            try await site.expectRefused(page, status, in: browser)
            #expect(page.retryLink == "/sign-in?returnTo=%2Fclaims")
            site.provider.behave()
            let retried = try await browser.signIn(try #require(page.retryLink))
            #expect(retried.location == "/claims")
        }
    }

    @Test("The link to try again has the same policy and authority", arguments: ["/sign-up", "/sign-in/facebook"])
    func policy(path: String) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.redirect = .error("server_error") }
            let page = try await site.browser().signIn("\(path)?returnTo=/sessions")
            site.expectErrorPage(page, 400)
            #expect(page.retryLink == "\(path)?returnTo=%2Fsessions")
        }
    }

    @Test("A state that comes a second time, or to another authority, has the link to try again as well")
    func usedState() async throws {
        try await Site.running(changing: { $0.partner = SiteOptions.Partner() }) { site in
            let browser = site.browser()
            let response = try await browser.startSignIn("/sign-in?returnTo=/claims")
            let before = browser.cookies
            #expect(try await browser.follow(response).location == "/claims")
            for (name, value) in before { browser.cookies[name] = value }
            let signedOut = site.browser()
            signedOut.cookies = before
            for browser in [browser, signedOut] {
                let page = try await browser.follow(response)
                site.expectErrorPage(page, 400)
                #expect(page.retryLink == "/sign-in?returnTo=%2Fclaims")
            }
            let elsewhere = try await browser.startSignIn("/sign-in/partner?returnTo=/sessions")
            let address = try #require(elsewhere.location).replacing("/return/partner", with: "/return")
            let page = try await browser.get(address)
            site.expectErrorPage(page, 400)
            #expect(page.retryLink == "/sign-in/partner?returnTo=%2Fsessions")
        }
    }

    @Test("A failed sign-in without a return path has a plain link to try again") func noReturnPath() async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .noCode }
            #expect(try await site.browser().signIn().retryLink == "/sign-in")
            // Without a sign-in that is known, the start page has all ways.
            let page = try await site.browser().get("/auth/openid/return?code=c&state=made-up")
            #expect(page.retryLink == "/")
        }
    }

    @Test("If the API refused the last session's token, the link to try again says so")
    func afterRefusal() async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .noCode }
            let page = try await site.browser().signIn("/sign-in?returnTo=/claims&after=refusal")
            #expect(page.retryLink == "/sign-in?returnTo=%2Fclaims&after=refusal")
        }
    }

    @Test(
        "Access that the provider denies with a description is a 403 page that offers another account",
        arguments: [
            "User is not assigned to the client application.", "Please verify your email", ".", "AADB2C", "\u{85}x",
        ])
    func denied(words: String) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .error("access_denied", description: words) }
            let browser = site.browser()
            let page = try await browser.signIn("/sign-in?returnTo=/claims")
            try await site.expectRefused(page, 403, in: browser)
            #expect(page.error?.contains("refused or cancelled at the identity provider") == true)
            #expect(words == "." || !page.text.contains(words))
            #expect(page.retryLink == "/sign-in?prompt=select_account&returnTo=%2Fclaims")
            let event = try #require(site.log.entries.first { $0.fields["event"] == "sign_in_refused" })
            #expect(event.fields["kind"] == "refused_by_provider")
            #expect(words.hasSuffix("x") || event.fields["reason"]?.contains(words) == true)
            #expect(event.fields["correlation"] == page.correlationID)
            let start = try await browser.get(try #require(page.retryLink))
            #expect(start.location?.contains("prompt=select_account") == true)
            site.provider.behave()
            let response = try await browser.follow(start)
            #expect(try await browser.follow(response).location == "/claims")
        }
    }

    @Test(
        "Access that is denied without a description is a cancelled sign-in",
        arguments: [nil, "", " ", "\t \u{a0}\u{3000}"])
    func cancelled(words: String?) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = .error("access_denied", description: words) }
            let response = try await site.browser().signIn("/sign-in?returnTo=/claims")
            #expect(response.location == "/")
        }
    }

    @Test("A user who is signed in stays so, if another sign-in is denied") func deniedWhileSignedIn() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.provider.change { $0.redirect = .error("access_denied", description: "not you") }
            site.expectErrorPage(try await browser.signIn(), 403)
            try await site.expectSignedIn(browser)
        }
    }

    @Test(
        "A refresh that is refused by a nonstandard error leaves the session, and its page offers a sign-in",
        arguments: [
            TokenResponseChange.error("invalid_request"), .error("token_was_revoked_by_us"), .fault(.serverError),
            .fault(.html), .noAccessToken, .otherTokenType,
        ])
    func unusableRefresh(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            let copy = browser.copy()
            site.provider.change { $0.refresh = change }
            let page = try await browser.get("/tasks?show=active")
            site.expectErrorPage(page, 502)
            #expect(page.error?.contains("You stay signed in") == true)
            #expect(page.retryLink == "/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive")
            // A form leads back to its page.
            let csrf = try #require(page.csrf)
            let form = try await copy.post("/tasks", FormBody([("csrf", csrf), ("task", "milk")]))
            site.expectErrorPage(form, 502)
            #expect(form.retryLink == "/sign-in?returnTo=%2Ftasks")
            site.provider.behave()
            let again = try await browser.signIn(try #require(page.retryLink))
            #expect(again.location == "/tasks?show=active")
            try await site.expectSignedIn(browser)
        }
    }
}

extension WebPage {
    /// The link of an error page that leads on, unless it leads back to the tasks.
    fileprivate var retryLink: String? {
        elements(having: "href").first { ["Try to sign in again", "Use another account"].contains($0.text) }?.value
    }
}
