import CurlTransport
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Synchronization
import TestSupport
import Testing

/// The site's credential at the provider, which verifies each.
@Suite struct ClientCredentialTests {
    enum KeyKind: CaseIterable, Sendable {
        case rsa, p256, ed25519

        var key: ClientKey {
            get throws {
                switch self {
                case .rsa: try .rsa()
                case .p256: .p256()
                case .ed25519: .ed25519()
                }
            }
        }
    }

    private static let pushed: @Sendable (inout Misbehaviour) -> Void = { $0.pushedRequests = .required }

    /// Signs in, refreshes and signs out, each of which authenticates the client.
    private func useEachEndpoint(_ site: Site) async throws {
        site.provider.change {
            Self.pushed(&$0)
            $0.accessTokenLifetime = 0
            $0.refreshedAccessTokenLifetime = 3600
        }
        let browser = try await site.signedIn()
        #expect(try await browser.get("/tasks").status == 200)
        _ = try await browser.follow(try await browser.signOut())
        #expect(site.provider.requests(at: .pushedRequest).count == 1)
        #expect(site.provider.requests(at: .token).map { $0["grant_type"] } == ["authorization_code", "refresh_token"])
        #expect(site.provider.requests(at: .revocation).count == 1)
        #expect(site.provider.problems == [])
    }

    @Test(
        "A client key of each kind authenticates every request, by thumbprint or certificate",
        arguments: KeyKind.allCases, [true, false])
    func key(_ kind: KeyKind, hasCertificate: Bool) async throws {
        let key = try kind.key
        let certificate = try hasCertificate ? key.certificate() : nil
        var options = SiteOptions()
        options.client = RegisteredClient(
            id: "by-key", secret: nil, publicKey: key.publicKey, certificate: certificate,
            authentication: "private_key_jwt")
        options.credential = .privateKey(key.privateKey, certificate: certificate)
        try await Site.running(options) { try await useEachEndpoint($0) }
    }

    @Test("The audience of assertions can be the token endpoint at every endpoint") func tokenEndpoint() async throws {
        let key = ClientKey.p256()
        var options = SiteOptions()
        options.client = RegisteredClient(
            id: "by-key", secret: nil, publicKey: key.publicKey, assertionAudience: .tokenEndpoint)
        options.credential = .privateKey(key.privateKey)
        options.assertionAudience = .tokenEndpoint
        try await Site.running(options) { try await useEachEndpoint($0) }
    }

    @Test("An RSA key signs RS256 for a provider that accepts nothing newer") func rs256() async throws {
        let key = try ClientKey.rsa()
        var options = SiteOptions()
        options.client = RegisteredClient(id: "by-key", secret: nil, publicKey: key.publicKey)
        options.credential = .privateKey(key.privateKey)
        try await Site.running(options) { site in
            site.provider.change { $0.metadata["token_endpoint_auth_signing_alg_values_supported"] = ["RS256"] }
            _ = try await site.signedIn()
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "If the provider refuses the client's key, certificate or audience, the page names clientKeyFile",
        arguments: ["key", "certificate", "kid", "audience"])
    func refused(_ part: String) async throws {
        let (key, other) = (ClientKey.p256(), ClientKey.p256())
        var options = SiteOptions()
        options.client = RegisteredClient(id: "by-key", secret: nil, publicKey: key.publicKey)
        options.credential = .privateKey(key.privateKey)
        switch part {
        case "key": options.client.publicKey = other.publicKey
        case "certificate":
            options.client.certificate = try key.certificate()
            options.credential?.certificate = try key.certificate()
        case "kid": options.client.certificate = try key.certificate()
        default: options.assertionAudience = .tokenEndpoint
        }
        try await Site.running(options) { site in
            let page = try await site.browser().signIn()
            #expect(page.status == 502)
            #expect(page.error?.contains("clientKeyFile") == true)
            #expect(site.provider.problems.count { $0.hasPrefix("client assertion: ") } == 1)
        }
    }

    /// The provider's response to a token request, and what it noted.
    private func response(to form: FormBody, at site: Site) async throws -> (status: Int, problems: [String]) {
        let url = site.provider.url.replacing(path: Endpoint.token.rawValue)
        let response = try await site.transport.send(TransportRequest(posting: form, to: url))
        return (response.status.code, site.provider.problems)
    }

    @Test("The provider refuses an assertion that was used before") func replay() async throws {
        let key = ClientKey.p256()
        var options = SiteOptions()
        options.client = RegisteredClient(id: "by-key", secret: nil, publicKey: key.publicKey)
        options.credential = .privateKey(key.privateKey)
        try await Site.running(options) { site in
            _ = try await site.signedIn()
            let form = try #require(site.provider.requests(at: .token).last).form
            let (status, problems) = try await response(to: form, at: site)
            #expect(status == 401)
            #expect(problems.first == "client assertion: used before (RFC 7523, section 3)")
        }
    }

    // MARK: Another's assertion

    private static let issuer = ClientKey.p256()

    private static func foreign(expiringIn seconds: Double = 3600, subject: String = "workload") throws -> String {
        let end = Int(Date().timeIntervalSince1970 + seconds)
        return try issuer.token([
            "iss": "https://cluster.example", "sub": .string(subject), "aud": "api://token-exchange",
            "exp": .int(end),
        ])
    }

    private static func options(_ source: @escaping ClientCredential.AssertionSource) -> SiteOptions {
        var options = SiteOptions()
        options.client = RegisteredClient(
            id: "by-workload", secret: nil,
            federatedCredential: FederatedCredential(
                issuer: "https://cluster.example", subject: "workload", audience: "api://token-exchange",
                publicKey: issuer.publicKey))
        options.credential = .assertion(source)
        return options
    }

    @Test("A federated assertion authenticates every request, even if it is unchanged") func foreign() async throws {
        let text = try Self.foreign()
        try await Site.running(Self.options { text }) { try await useEachEndpoint($0) }
    }

    @Test("The provider refuses a federated assertion that has expired") func expiredAtProvider() async throws {
        let text = try Self.foreign(expiringIn: -1)
        try await Site.running(Self.options { text }) { site in
            let form = FormBody([
                ("grant_type", "authorization_code"), ("code", "none"), ("client_id", "by-workload"),
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                ("client_assertion", text),
            ])
            let (status, problems) = try await response(to: form, at: site)
            #expect(status == 401 && problems.first == "client assertion: expired")
        }
    }

    @Test("If the provider refuses another workload's assertion, the page names clientAssertionFile")
    func otherWorkload()
        async throws
    {
        let text = try Self.foreign(subject: "another")
        try await Site.running(Self.options { text }) { site in
            let page = try await site.browser().signIn()
            #expect(page.status == 502)
            #expect(page.error?.contains("clientAssertionFile") == true)
        }
    }

    @Test(
        "While the federated assertion has expired, sign-in is a 502 page that names the setting, until it is renewed")
    func renewed() async throws {
        let text = Mutex(try Self.foreign(expiringIn: -1))
        try await Site.running(Self.options { text.withLock { $0 } }) { site in
            let browser = site.browser()
            let page = try await browser.signIn()
            #expect(page.status == 502)
            #expect(page.error?.contains("clientAssertionFile") == true)
            #expect(site.log.lines.contains { $0.contains("clientAssertionFile: the assertion has expired") })
            #expect(site.provider.requests(at: .token).isEmpty)

            let renewed = try Self.foreign()
            text.withLock { $0 = renewed }
            #expect(try await browser.signIn().location == "/tasks")
            #expect(!site.log.lines.contains { $0.contains(renewed) })
        }
    }

    @Test("A refresh with an assertion that has expired leaves the session, which goes on with the renewed one")
    func refresh() async throws {
        let text = Mutex(try Self.foreign())
        try await Site.running(Self.options { text.withLock { $0 } }) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            let expired = try Self.foreign(expiringIn: -1)
            text.withLock { $0 = expired }
            let page = try await browser.get("/tasks")
            #expect(page.status == 502)
            #expect(page.error?.contains("clientAssertionFile") == true)
            let failure = site.log.lines.first { $0.contains("refresh_failed") }
            #expect(failure?.contains("clientAssertionFile: the assertion has expired") == true)
            let renewed = try Self.foreign()
            text.withLock { $0 = renewed }
            #expect(try await browser.get("/tasks").status == 200)
        }
    }
}
