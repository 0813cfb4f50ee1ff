import HTTPTransport
import MisbehavingProvider
import TasksWeb

/// A sign-out at the site that goes by the provider and comes back (OpenID Connect RP-Initiated Logout 1.0).
struct SignOutTrial: Sendable {
    let change: EndSessionChange?
    /// Whether the provider's way back has a `state`.
    let returnsState: Bool

    func run(on bench: Bench) async throws {
        try await Self.signOut(on: bench, nil, returnsState: false)
        if change != nil { try await Self.signOut(on: bench, change, returnsState: returnsState) }
    }

    private static func signOut(on bench: Bench, _ change: EndSessionChange?, returnsState: Bool) async throws {
        try await bench.withSite { site in
            let browser = try await site.signedIn()
            site.provider.change { $0.endSession = change }
            let atProvider = try await browser.follow(try await browser.signOut())
            guard let asked = site.provider.requests(at: .endSession).first else {
                throw SelfTestError("the provider was not asked to sign out")
            }
            let hint = asked["id_token_hint"]
            try SelfTestError.unless(
                hint != nil && hint == site.provider.idTokens.last, "id_token_hint is not the one that was issued")
            try SelfTestError.unless(site.provider.problems.isEmpty, site.provider.problems.joined(separator: "; "))
            let state = atProvider.location?.contains("state=")
            try SelfTestError.unless(
                state == (returnsState || (change == nil && asked["state"] != nil)),
                "the provider did not come back as it should have")
            let back = try await browser.follow(atProvider)
            try SelfTestError.unless(
                back.status == 200 && back.url.path == SitePath.signedOut,
                "the way back ended with \(back.status) at \(back.url.path)")
            try SelfTestError.unless(try await !browser.isSignedIn(), "somebody is signed in still")
        }
    }
}
