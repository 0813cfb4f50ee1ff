import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import TasksWeb

/// A logout token that the provider posts to the site (OpenID Connect Back-Channel Logout 1.0).
struct BackChannelTrial: Sendable {
    let change: LogoutTokenChange
    /// Whether the token is wrong in the module's way.
    let isMet: @Sendable (DecodedToken) -> Bool

    /// A token that has to be refused and to end nothing; then an honest one, which ends the session.
    func run(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = try await site.signedIn()
            let bad = try Self.token(site, change)
            try SelfTestError.unless(isMet(DecodedToken(bad)), "the provider did not do what it should have")
            try await Self.post(bad, to: site, expecting: 400)
            try SelfTestError.unless(try await browser.isSignedIn(), "the session has ended all the same")
            try await Self.post(try Self.token(site), to: site, expecting: 200)
            try SelfTestError.unless(try await !browser.isSignedIn(), "the honest token ended nothing")
        }
    }

    /// An honest token after a sign-out at the site, and one that ends a session which is under way.
    static func runHonestly(on bench: Bench) async throws {
        try await bench.withSite { site in
            let leaving = try await site.signedIn()
            let late = try token(site)
            _ = try await leaving.follow(try await leaving.signOut())
            try SelfTestError.unless(
                site.provider.requests(at: .endSession).count == 1, "the provider was not asked to sign out")
            try await post(late, to: site, expecting: 200)
            let staying = try await site.signedIn()
            try await post(try token(site), to: site, expecting: 200)
            try SelfTestError.unless(try await !staying.isSignedIn(), "the token ended nothing")
        }
    }

    /// A token posted twice: the second is refused.
    static func runTwice(on bench: Bench) async throws {
        try await bench.withSite { site in
            _ = try await site.signedIn()
            let token = try token(site)
            try await post(token, to: site, expecting: 200)
            try await post(token, to: site, expecting: 400)
        }
    }

    /// A logout token for the session that the provider started last.
    private static func token(_ site: Site, _ change: LogoutTokenChange? = nil) throws -> String {
        let session = site.provider.idTokens.last.map(DecodedToken.init)
        return try site.provider.logoutToken(subject: session?["sub"], session: session?["sid"], change)
    }

    /// Posts as a provider does, which may add unknown fields.
    private static func post(_ token: String, to site: Site, expecting status: Int) async throws {
        let form = FormBody([("logout_token", token), ("unknown", "field")])
        let response = try await site.transport.send(
            TransportRequest(posting: form, to: site.url.replacing(path: SitePath.backChannelLogout)))
        try SelfTestError.unless(
            response.status.code == status,
            "the site responded to the logout token with \(response.status.code), not \(status)")
        try SelfTestError.unless(
            response.headerFields[.cacheControl]?.contains("no-store") ?? false, "the response may be cached")
    }
}
