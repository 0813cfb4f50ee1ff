import HTTPTransport
import MisbehavingProvider
import TasksWeb

/// The site's address that the provider's page loads in a frame (OpenID Connect Front-Channel Logout 1.0).
enum FrontChannelTrial {
    /// A sign-out at the site, at whose end the provider's page loads the frame.
    static func afterSignOut(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = try await site.signedIn()
            let (issuer, session) = try names(site)
            let page = try await browser.follow(try await browser.signOut())
            try SelfTestError.unless(
                site.provider.requests(at: .endSession).count == 1 && page.location != nil,
                "the provider was not asked to sign out")
            try await load(site, issuer, session)
            try SelfTestError.unless(try await !browser.isSignedIn(), "somebody is signed in still")
        }
    }

    /// A sign-out at the provider: the frame ends the session that it names, and no other.
    static func byProvider(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = try await site.signedIn()
            let (issuer, session) = try names(site)
            for (issuer, session) in [(issuer, "another-session"), ("https://other.example", session), (issuer, "")] {
                try await load(site, issuer, session)
                try SelfTestError.unless(
                    try await browser.isSignedIn(), "a frame that names another session ended this one")
            }
            try await load(site, issuer, session)
            try SelfTestError.unless(try await !browser.isSignedIn(), "somebody is signed in still")
        }
    }

    /// `iss` and `sid` of the session that the provider has started.
    private static func names(_ site: Site) throws -> (issuer: String, session: String) {
        guard let token = site.provider.idTokens.last.map(DecodedToken.init), let issuer = token["iss"],
            let session = token["sid"]
        else {
            throw SelfTestError("the ID token names no session")
        }
        return (issuer, session)
    }

    private static func load(_ site: Site, _ issuer: String, _ session: String) async throws {
        let query = FormBody([("iss", issuer), ("sid", session)]).encoded
        let frame = try await site.browser().loadInForeignFrame("\(SitePath.frontChannelLogout)?\(query)")
        try SelfTestError.unless(frame.status == 200, "the frame responded with \(frame.status)")
        try SelfTestError.unless(frame["X-Frame-Options"] == nil, "X-Frame-Options: \(frame["X-Frame-Options"] ?? "")")
        try SelfTestError.unless(
            frame["Content-Security-Policy"]?.split(separator: ";").contains {
                $0.contains("frame-ancestors") && $0.contains(site.provider.url.origin)
            } ?? false, "the provider's page may not frame it")
        try SelfTestError.unless(frame["Cache-Control"]?.contains("no-store") ?? false, "the frame may be cached")
    }
}
