import HTTPTransport
import MisbehavingProvider

/// A token endpoint that responds with `interaction_required` and a claims challenge.
///
/// The site must send the user back to the provider with those claims.
enum InteractionTrial {
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
    private static let wanted = TokenResponseChange.entraError(50076, "interaction_required", claims: claims)

    static func run(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = site.browser()
            site.provider.change { $0.code = wanted }
            let (_, page) = try await browser.signIn("/sign-in?returnTo=/claims")
            site.provider.behave()
            let last = try await browser.handOver(try await browser.follow(page)).page
            let requests = site.provider.requests(at: .authorization)
            try SelfTestError.unless(requests.count == 2 && requests.last?["claims"] == claims, "claims did not arrive")
            try SelfTestError.unless(
                last.location == "/claims", "the second sign-in leads to \(last.location ?? "nowhere")")
            try SelfTestError.unless(site.provider.problems.isEmpty, site.provider.problems.joined(separator: "; "))
        }
    }

    /// The second time in a row is a page, not a loop.
    static func runTwice(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = site.browser()
            site.provider.change { $0.code = wanted }
            let (_, page) = try await browser.signIn()
            let last = try await browser.handOver(try await browser.follow(page)).page
            try SelfTestError.unless(
                last.status == 400 && last.text.contains("data-error"),
                "the site responded with \(last.status), not with an error page")
            try SelfTestError.unless(
                site.provider.requests(at: .authorization).count == 2, "the browser went round in circles")
        }
    }
}
