import HTTPTransport
import MisbehavingProvider
import TasksWeb

/// Two authorities at one site, of which one is an attacker's (RFC 9700, section 4.4).
enum SeveralAuthoritiesModules {
    /// The name of the further authority.
    private static let name = "partner"

    static let modules: [Module] = [
        Module(name: "two authorities: each has its own redirect URI") { bench in
            try await bench.withTwoAuthorities(name) { site, partner in
                for (path, provider) in [("/sign-in", site.provider), ("/sign-in/\(name)", partner)] {
                    let browser = site.browser()
                    let (_, page) = try await browser.signIn(path)
                    try SelfTestError.unless(page.status == 303, "\(path) ended with \(page.status)")
                    try SelfTestError.unless(try await browser.isSignedIn(), "nobody is signed in after \(path)")
                    try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
                }
                let addresses = [site.provider, partner].map { $0.requests(at: .authorization).last?["redirect_uri"] }
                try SelfTestError.unless(addresses[0] != addresses[1], "both authorities have one redirect URI")
            }
        },
        Module(name: "two authorities: a response at the other's redirect URI") { bench in
            try await bench.withTwoAuthorities(name) { site, partner in
                // The attacker's authority sends the browser back to the other one's redirect URI.
                try await refuseMixUp(from: "/sign-in/\(name)", to: SitePath.redirect, site, partner)
                try await refuseMixUp(from: "/sign-in", to: "\(SitePath.redirect)/\(name)", site, partner)
            }
        },
        Module(name: "two authorities: the same sub is two users") { bench in
            try await bench.withTwoAuthorities(name) { site, _ in
                let browsers = [site.browser(), site.browser()]
                _ = try await browsers[0].signIn()
                _ = try await browsers[1].signIn("/sign-in/\(name)")
                let page = try await browsers[1].get("/sessions")
                let sessions = page.text.split(separator: "data-session-id").count - 1
                try SelfTestError.unless(sessions == 1, "a user has the sessions of one with the same sub elsewhere")
            }
        },
    ]

    private static func refuseMixUp(
        from path: String, to redirect: String, _ site: Site, _ partner: ScriptedProvider
    ) async throws {
        let browser = site.browser()
        let response = try await browser.follow(try await browser.get(path))
        guard let right = response.location.flatMap(HTTPURL.init) else {
            throw SelfTestError("the provider responded with \(response.status)")
        }
        let calls = { site.provider.requests(at: .token).count + partner.requests(at: .token).count }
        let before = calls()
        for address in [right.replacing(path: redirect, query: right.query), right] {
            let page = try await browser.get(address.description)
            try SelfTestError.unless(page.status == 400, "the site responded with \(page.status), not 400")
        }
        try SelfTestError.unless(calls() == before, "a code was sent to a token endpoint")
        try SelfTestError.unless(try await !browser.isSignedIn(), "somebody is signed in")
    }
}

extension Bench {
    /// Runs a body with the web front end at a new provider, and at a further one.
    fileprivate func withTwoAuthorities(
        _ name: String, _ body: @Sendable (Site, ScriptedProvider) async throws -> Void
    ) async throws {
        try await ScriptedProvider.serving { partner in
            try await withSite(SiteOptions(further: (name, partner))) { try await body($0, partner) }
        }
    }
}
