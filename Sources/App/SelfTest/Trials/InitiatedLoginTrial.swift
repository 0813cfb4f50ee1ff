import HTTPTransport
import MisbehavingProvider

/// A sign-in that another site starts (OpenID Connect Core, section 4).
enum InitiatedLoginTrial {
    static func run(on bench: Bench) async throws {
        try await bench.withSite { site in
            let path = path(issuer: site.provider.url.description, target: "\(site.url.origin)/claims")
            let (_, page) = try await site.browser().signIn(path)
            try SelfTestError.unless(
                page.location == "/claims",
                "the sign-in responded with \(page.status), and leads to \(page.location ?? "nowhere")")
            let hints = site.provider.requests(at: .authorization).map { $0["login_hint"] }
            try SelfTestError.unless(hints == ["somebody"], "login_hint did not arrive")
            try SelfTestError.unless(site.provider.problems.isEmpty, site.provider.problems.joined(separator: "; "))
        }
    }

    /// Another issuer's sign-in starts nothing.
    static func runFromAnotherIssuer(on bench: Bench) async throws {
        try await run(on: bench)
        try await bench.withSite { site in
            let page = try await site.browser().get(
                path(issuer: "https://other.example", target: "\(site.url.origin)/claims"))
            try SelfTestError.unless(page.status == 400, "the site responded with \(page.status), not 400")
            try SelfTestError.unless(site.provider.requests(at: .authorization).isEmpty, "a sign-in was started")
        }
    }

    /// A target elsewhere is ignored.
    static func runToAnotherSite(on bench: Bench) async throws {
        try await run(on: bench)
        try await bench.withSite { site in
            let path = path(issuer: site.provider.url.description, target: "https://other.example/claims")
            let (_, page) = try await site.browser().signIn(path)
            try SelfTestError.unless(page.location == "/tasks", "the sign-in leads to \(page.location ?? "nowhere")")
        }
    }

    private static func path(issuer: String, target: String) -> String {
        "/sign-in?\(FormBody([("iss", issuer), ("login_hint", "somebody"), ("target_link_uri", target)]).encoded)"
    }
}
