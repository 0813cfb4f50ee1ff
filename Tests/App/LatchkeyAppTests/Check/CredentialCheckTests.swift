import FoundationEssentials
import HTTPTransport
import MisbehavingProvider
import TestSupport
import Testing

@testable import LatchkeyApp

/// The findings of `check` about the client's credential, at a provider that verifies it.
@Suite struct CredentialCheckTests {
    private static let secret = ["LATCHKEY_CLIENT_SECRET": "a secret"]

    private func findings(
        _ client: RegisteredClient, _ options: [String] = [], _ environment: [String: String] = [:],
        texts: [String: String] = [:],
        change: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in }
    ) async throws -> (findings: [Finding], requests: [ReceivedRequest]) {
        try await ScriptedProvider.serving(client: client) { provider in
            provider.change(change)
            let configuration = try SettingsReading.read(
                ["--authority", provider.url.description, "--client-id", client.id] + options, environment,
                texts: texts)
            let findings = try await configuration.findingsAboutAuthority()
            return (findings.filter { !$0.text.hasPrefix("authority: its metadata") }, provider.requests(at: .token))
        }
    }

    @Test("An accepted credential is reported as good, after one request with a made-up code")
    func accepted() async throws {
        let (findings, requests) = try await findings(
            RegisteredClient(id: "app", secret: "a secret"), [], Self.secret)
        #expect(
            findings == [.good(\.clientAuthentication, "the authority accepts the client's credential")])
        #expect(requests.map { $0["grant_type"] } == ["authorization_code"])
    }

    @Test(
        "A refused credential is a fault of its setting, with the authority's words and the fix",
        arguments: [
            (.error("invalid_client"), "clientSecret", "correct the setting"),
            (.error("unauthorized_client"), "clientId", "correct the setting"),
            (.entraError(7_000_215, "invalid_client"), "clientSecret", "set the secret's value, not its id"),
            (.entraError(7_000_222, "invalid_client"), "clientSecret", "the secret has expired: make a new one"),
            (.entraError(700_016, "unauthorized_client"), "clientId", "AADSTS700016"),
            (.azureError(90081, "invalid_request"), "clientSecret", "AADB2C90081"),
        ] as [(TokenResponseChange, String, String)])
    func refused(_ change: TokenResponseChange, _ setting: String, _ words: String) async throws {
        let found = try await findings(RegisteredClient(id: "app", secret: "a secret"), [], Self.secret) {
            $0.code = change
        }.findings
        #expect(found.count == 1 && found.allSatisfy { $0.verdict == .fault }, "\(found)")
        #expect(found.first?.text.hasPrefix("\(setting): the authority responded with ") == true, "\(found)")
        #expect(found.first?.text.contains(words) == true, "\(found)")
        #expect(found.first?.text.contains("a secret") == false)
    }

    @Test("A wrong secret is a fault whose text doesn't contain it") func wrongSecret() async throws {
        let found = try await findings(RegisteredClient(id: "app", secret: "another"), [], Self.secret).findings
        #expect(
            found.count == 1 && found[0].text.hasPrefix("clientSecret: the authority responded with invalid_client"))
        #expect(!found[0].text.contains("a secret"))
    }

    @Test(
        "A response that doesn't show whether the credential is accepted is a warning",
        arguments: [.error("invalid_request"), .fault(.html), .fault(.serverError), .busy(429, retryAfter: "9")]
            as [TokenResponseChange])
    func unclear(_ change: TokenResponseChange) async throws {
        let found = try await findings(RegisteredClient(id: "app", secret: "a secret"), [], Self.secret) {
            $0.code = change
        }.findings
        #expect(found.count == 1 && found[0].verdict == .warning, "\(found)")
        #expect(found[0].text.hasPrefix("clientAuthentication: whether the authority accepts"))
    }

    @Test("A public client, and a method that isn't offered, send nothing to the token endpoint") func nothingSent()
        async throws
    {
        let (none, requests) = try await findings(RegisteredClient(id: "app", secret: nil))
        #expect(none == [] && requests.isEmpty)
        let (other, sent) = try await findings(RegisteredClient(id: "app", secret: "a secret"), [], Self.secret) {
            $0.metadata["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
        }
        #expect(other.map(\.verdict) == [.fault] && sent.isEmpty)
    }

    @Test("A credential is checked by one request for all policies") func policies() async throws {
        let (found, requests) = try await findings(
            RegisteredClient(id: "app", secret: "a secret"),
            ["--email-sign-in-policy-id", "b2c_1_in", "--email-sign-up-policy-id", "b2c_1_up"], Self.secret)
        #expect(found.count { $0.text.hasPrefix("clientAuthentication: ") } == 1 && requests.count == 1, "\(found)")
    }

    // MARK: Assertions

    @Test("The finding about a credential has the assertion's algorithm and audience") func assertion() async throws {
        let key = try ClientKey.rsa()
        let client = RegisteredClient(id: "app", secret: nil, publicKey: key.publicKey)
        let options = ["--client-key-file", "key"]
        let found = try await findings(client, options, texts: ["key": key.privateKey]).findings
        #expect(found.map(\.verdict) == [.good, .good])
        #expect(
            found[0].text.hasPrefix("clientKeyFile: the assertion is signed PS256, for the audience http://127.0.0.1:"))
        let other = try await findings(
            client, options + ["--client-assertion-audience", "tokenEndpoint"], texts: ["key": key.privateKey]
        ).findings
        #expect(other.map(\.verdict) == [.good, .fault])
        #expect(other[0].text.hasSuffix(Endpoint.token.rawValue))
        #expect(other[1].text.hasPrefix("clientKeyFile: the authority responded with invalid_client"))
        let elliptic = ClientKey.p256()
        let unoffered = try await findings(client, options, texts: ["key": elliptic.privateKey]) {
            $0.metadata["token_endpoint_auth_signing_alg_values_supported"] = ["RS256"]
        }.findings
        #expect(unoffered.map(\.verdict) == [.good, .warning, .fault])
        #expect(unoffered[1].text.contains("RS256") && unoffered[1].text.contains("not ES256"))
    }

    @Test("An Ed25519 key signs by the name that the authority offers", arguments: ["EdDSA", "Ed25519"])
    func edwardsKey(_ name: String) async throws {
        let key = ClientKey.ed25519()
        let found = try await findings(
            RegisteredClient(id: "app", secret: nil, publicKey: key.publicKey), ["--client-key-file", "key"],
            texts: ["key": key.privateKey]
        ) {
            $0.metadata["token_endpoint_auth_signing_alg_values_supported"] = .array([.string(name)])
        }.findings
        #expect(found.map(\.verdict) == [.good, .good], "\(found)")
        #expect(found.first?.text.hasPrefix("clientKeyFile: the assertion is signed \(name), ") == true, "\(found)")
    }

    @Test(
        "The client certificate's expiry is reported: a warning in its last 30 days, and a fault after it",
        arguments: [
            (31.5, Finding.Verdict.good, "expires on "), (29.5, .warning, "in less than 30 days; "),
            (-1, .fault, "expired on "),
        ])
    func certificate(_ days: Double, _ verdict: Finding.Verdict, _ words: String) async throws {
        let key = ClientKey.p256()
        let certificate = try key.certificate(validFor: days * 86_400)
        let found = try await findings(
            RegisteredClient(id: "app", secret: nil, publicKey: key.publicKey, certificate: certificate),
            ["--client-key-file", "key", "--client-certificate-file", "cert"],
            texts: ["key": key.privateKey, "cert": certificate]
        ).findings
        #expect(found.map(\.verdict) == [verdict, .good, .good], "\(found)")
        #expect(found[0].text.hasPrefix("clientCertificateFile: cert ") && found[0].text.contains(words))
        #expect(CheckScope.settingsOnly.expired == .warning, "a service has to start with it")
    }

    @Test("A client certificate of another key is a fault, and nothing is sent") func otherCertificate() async throws {
        let (key, other) = (ClientKey.p256(), ClientKey.p256())
        let (found, requests) = try await findings(
            RegisteredClient(id: "app", secret: nil, publicKey: key.publicKey),
            ["--client-key-file", "key", "--client-certificate-file", "cert"],
            texts: ["key": key.privateKey, "cert": try other.certificate(validFor: 40 * 86_400)])
        #expect(found.map(\.verdict) == [.good, .wrongSetting])
        let words = "the client's certificate is not that of the client's key; name another"
        #expect(found.last?.text == "clientCertificateFile: \(words)")
        #expect(requests.isEmpty)
    }

    @Test("A federated assertion is reported with its expiry, and an unusable one is a fault") func foreign()
        async throws
    {
        let issuer = ClientKey.p256()
        func token(_ end: Double) throws -> String {
            try issuer.token([
                "iss": "https://cluster.example", "sub": "workload", "aud": "api://exchange",
                "exp": .int(Int(Date().timeIntervalSince1970 + end)),
            ])
        }
        let client = RegisteredClient(
            id: "app", secret: nil,
            federatedCredential: FederatedCredential(
                issuer: "https://cluster.example", subject: "workload", audience: "api://exchange",
                publicKey: issuer.publicKey))
        let options = ["--client-assertion-file", "file"]
        let found = try await findings(client, options, texts: ["file": try token(600)]).findings
        #expect(found.map(\.verdict) == [.good, .good])
        let words =
            "clientAssertionFile: the assertion is signed ES256, for the audience api://exchange, and expires at 2"
        #expect(found[0].text.hasPrefix(words), "\(found)")
        for text in [try token(-600), "", "nonsense"] {
            let (found, requests) = try await findings(client, options, texts: ["file": text])
            #expect(found.map(\.verdict) == [.fault] && found[0].text.hasPrefix("clientAssertionFile: "), "\(found)")
            #expect(requests.isEmpty)
        }
    }
}
