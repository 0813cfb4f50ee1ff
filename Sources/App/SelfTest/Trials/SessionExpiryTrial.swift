import HTTPTransport
import HTTPTypes
import MisbehavingProvider

/// The end of the session that an ID token's `session_expiry` sets (IPSIE SL1).
enum SessionExpiryTrial {
    /// A session that would be over at once isn't started.
    static func runRefused(_ expiry: SessionExpiry, on bench: Bench) async throws {
        try await bench.withSite { site in
            _ = try await site.signedIn()
            site.provider.change { $0.sessionExpiry = expiry }
            let browser = site.browser()
            let page = try await browser.signIn().page
            try checkExpiry(at: site.provider)
            try SelfTestError.unless(
                page.status == 400 && page.text.contains("data-error"),
                "the site responded with \(page.status), not with an error page")
            try SelfTestError.unless(try await !browser.isSignedIn(), "somebody is signed in")
        }
    }

    /// The session's cookie has at most so many seconds, or as many as without `session_expiry`.
    static func runSignedIn(_ expiry: SessionExpiry, lifetime: Int?, on bench: Bench) async throws {
        try await bench.withSite { site in
            let usual = try await self.lifetime(ofSessionAt: site)
            site.provider.change { $0.sessionExpiry = expiry }
            let found = try await self.lifetime(ofSessionAt: site)
            try checkExpiry(at: site.provider)
            let right = lifetime ?? usual
            // The sign-in may take some of the seconds.
            try SelfTestError.unless(
                (right - 30...right).contains(found) && (lifetime.map { $0 < usual } ?? true),
                "the session has \(found) seconds, not \(right)")
        }
    }

    /// A refreshed ID token ends the session if its `session_expiry` is past.
    static func runRefreshed(on bench: Bench) async throws {
        let api = ChallengingTasksAPI(fields: [], accepts: { _ in true })
        try await bench.withSite(SiteOptions(tasksAPI: api)) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            for (expiry, isSignedIn) in [(nil, true), (.seconds(3600), true), (.seconds(-1), false)]
                as [(SessionExpiry?, Bool)]
            {
                let browser = try await site.signedIn()
                site.provider.change { $0.refreshedSessionExpiry = expiry }
                let list = try await browser.get("/tasks")
                try SelfTestError.unless(
                    site.provider.requests(at: .token).last?["grant_type"] == "refresh_token", "nothing was refreshed")
                try SelfTestError.unless(
                    (list.status == 200) == isSignedIn, "the list of tasks responded with \(list.status)")
                let isStillSignedIn = try await browser.isSignedIn()
                try SelfTestError.unless(
                    isStillSignedIn == isSignedIn, "somebody is \(isSignedIn ? "not " : "")signed in")
            }
        }
    }

    private static func checkExpiry(at provider: ScriptedProvider) throws {
        try SelfTestError.unless(
            provider.idTokens.last.map { DecodedToken($0).has("session_expiry") } == true,
            "the provider did not do what it should have")
    }

    /// `Max-Age` of the cookie that a sign-in stores.
    private static func lifetime(ofSessionAt site: Site) async throws -> Int {
        let page = try await site.browser().signIn().page
        let field = page.response.headerFields[values: .setCookie].first { $0.hasPrefix("latchkey=") }
        guard let seconds = field?.firstMatch(of: /; Max-Age=([0-9]+);/).flatMap({ Int($0.1) }) else {
            throw SelfTestError("the sign-in ended with \(page.status), without a session's cookie")
        }
        return seconds
    }
}
