import HTTPTransport
import HummingbirdOpenIDConnect
import MisbehavingProvider
import OpenIDConnect

/// Buttons by hints, the hint at the sign-out, and who may sign in: on the web front end.
enum AdmissionTrial {
    private static let required = RequiredClaims([.init(name: "groups", value: "staff")])

    /// A button's hint reaches the provider as it is; an unknown label is a 404 page.
    static func hints(on bench: Bench) async throws {
        let options = SiteOptions(hints: [SignInHint(label: "Search", domainHint: "Google")])
        try await bench.withSite(options) { site in
            _ = try await site.browser().signIn("/sign-in?hint=Search")
            let asked = site.provider.requests(at: .authorization).last?["domain_hint"]
            try SelfTestError.unless(asked == "Google", "domain_hint is \(asked ?? "missing")")
            let unknown = try await site.browser().get("/sign-in?hint=search")
            try SelfTestError.unless(unknown.status == 404, "an unknown label is \(unknown.status)")
        }
    }

    static func logoutHint(on bench: Bench) async throws {
        try await bench.withSite { site in
            site.provider.user = MicrosoftTrial.user(MicrosoftTrial.tenant)
            let browser = try await site.signedIn()
            _ = try await browser.follow(try await browser.signOut())
            let sent = site.provider.requests(at: .endSession).last?["logout_hint"]
            try SelfTestError.unless(sent == "O.CiQ2YTFm", "logout_hint is \(sent ?? "missing")")
        }
    }

    /// A user without a required claim doesn't get in, and the site stores no token.
    ///
    /// - Parameter claims: The claims in place of the required one.
    static func refuses(_ claims: JSONMembers, on bench: Bench) async throws {
        try await bench.withSite(SiteOptions(requiredClaims: required)) { site in
            site.provider.user.claims = ["groups": ["others", "staff"]]
            _ = try await site.signedIn()
            site.provider.user.claims = claims
            let browser = site.browser()
            let page = try await browser.signIn().page
            let isSignedIn = try await browser.isSignedIn()
            try SelfTestError.unless(
                page.status == 403 && page.text.contains("prompt=select_account") && !isSignedIn,
                "the site responded with \(page.status)")
            try SelfTestError.unless(
                site.provider.requests(at: .revocation).count == 1, "the tokens were not revoked")
        }
    }
}
