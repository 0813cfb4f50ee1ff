import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Refreshes that the authority can't or won't carry out just now.
@Suite struct RefreshTroubleTests {
    /// A short timeout only if the authority never responds, because signing in may take its time.
    private static func options(for change: TokenResponseChange) -> SiteOptions {
        var options = SiteOptions()
        if case .fault(.slow) = change { options.authorityTimeout = .seconds(10) }
        return options
    }

    @Test(
        "If the token has expired, a failure of the refresh is a page, and the session goes on once it has passed",
        arguments: [
            (.fault(.serverError), 502), (.fault(.html), 502), (.fault(.dropped), 502),
            (.fault(.slow(.seconds(60))), 504), (.fault(.huge), 502), (.fault(.notFound), 502),
            (.error("server_error"), 502),
            (.error("temporarily_unavailable"), 502),
            (.error("invalid_client"), 502), (.error("unauthorized_client"), 502), (.azureError(90081), 502),
            (.azureError(90117, "invalid_request"), 502), (.entraError(7_000_222, "invalid_client"), 502),
            (.entraError(700_016, "unauthorized_client"), 502), (.azureError(90088, "unauthorized_client"), 502),
            (.busy(429, retryAfter: "7"), 503),
            (.busy(503, retryAfter: nil), 503),
        ] as [(TokenResponseChange, HTTPResponse.Status)])
    func troubleWithoutToken(change: TokenResponseChange, status: HTTPResponse.Status) async throws {
        try await Site.running(Self.options(for: change)) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.provider.change { $0.refresh = change }
            let page = try await browser.get("/tasks")
            site.expectErrorPage(page, status)
            #expect(page.cookies == [])
            #expect(site.apiServer.requests.isEmpty)
            site.provider.behave()
            _ = try await browser.tasks()
        }
    }

    @Test(
        "A token that is still valid is used if its refresh fails, and the session stays",
        arguments: [
            TokenResponseChange.fault(.dropped), .busy(429, retryAfter: "7"), .busy(503, retryAfter: nil),
            .error("invalid_client"), .azureError(90081), .entraError(50076, "interaction_required"),
            .error("login_required"), .entraError(70043, "invalid_grant"), .fault(.html), .fault(.serverError),
        ])
    func troubleWithToken(change: TokenResponseChange) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.tasks()
            site.provider.change { $0.refresh = change }
            site.clock.advance(by: 3570)
            #expect(try await browser.tasks().userName == "Alice")
            #expect(site.provider.requests(at: .token).count { $0["refresh_token"] != nil } == 1)
            #expect(Set(site.apiServer.requests.map { $0.headerFields[.authorization] }).count == 1)
            try await site.expectSignedIn(browser)
            // Once no token is valid any more, the user notices the trouble.
            site.clock.advance(by: 30)
            #expect(try await browser.get("/tasks").status != 200)
            site.provider.behave()
            _ = try await browser.tasks()
        }
    }
}
