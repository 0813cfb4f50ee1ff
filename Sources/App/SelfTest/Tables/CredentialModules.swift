import FoundationEssentials
import MisbehavingProvider
import OpenIDConnect

/// The credentials of a client without a secret: its own assertions, and another's.
enum CredentialModules {
    static let modules: [Module] = [
        key("a client assertion signed PS256, named by the key's thumbprint") { try .rsa() },
        key("a client assertion signed RS256, for a provider that takes nothing newer", algorithms: ["RS256"]) {
            try .rsa()
        },
        key("a client assertion signed ES256") { .p256() },
        key("a client assertion signed EdDSA") { .ed25519() },
        key("a client assertion named by the certificate, for the token endpoint", certificate: true, .tokenEndpoint) {
            try .rsa()
        },
        Module(name: "a client assertion by a key that isn't registered") { bench in
            let client = RegisteredClient(secret: nil, publicKey: ClientKey.p256().publicKey)
            let credential = ClientCredential.privateKey(ClientKey.p256().privateKey)
            try await CredentialTrial(client: client, credential: credential, refusal: .clientKey).run(on: bench)
        },
        Module(name: "a client assertion for another audience") { bench in
            let key = ClientKey.p256()
            let client = RegisteredClient(secret: nil, publicKey: key.publicKey, assertionAudience: .tokenEndpoint)
            try await CredentialTrial(
                client: client, credential: .privateKey(key.privateKey), refusal: .clientKey
            ).run(on: bench)
        },
        foreign("another's client assertion"),
        foreign("another's client assertion of another workload", subject: "other", refusal: true),
        foreign("another's client assertion that has expired", lifetime: -1, refusal: true),
    ]

    private static func key(
        _ name: String, algorithms: [JSON]? = nil, certificate: Bool = false,
        _ audience: ClientAssertionAudience = .issuer, _ make: @escaping @Sendable () throws -> ClientKey
    ) -> Module {
        Module(name: name) { bench in
            let key = try make()
            let certificate = try certificate ? key.certificate() : nil
            let client = RegisteredClient(
                secret: nil, publicKey: key.publicKey, certificate: certificate,
                assertionAudience: audience == .issuer ? .issuer : .tokenEndpoint)
            try await CredentialTrial(
                client: client, credential: .privateKey(key.privateKey, certificate: certificate), audience: audience,
                algorithms: algorithms
            ).run(on: bench)
        }
    }

    private static func foreign(
        _ name: String, subject: String = "workload", lifetime: Double = 600, refusal: Bool = false
    ) -> Module {
        Module(name: name) { bench in
            let issuer = ClientKey.p256()
            let end = Int(Date().timeIntervalSince1970 + lifetime)
            let token = try issuer.token([
                "iss": "https://cluster.example", "sub": .string(subject), "aud": "exchange", "exp": .int(end),
            ])
            let client = RegisteredClient(
                secret: nil,
                federatedCredential: FederatedCredential(
                    issuer: "https://cluster.example", subject: "workload", audience: "exchange",
                    publicKey: issuer.publicKey))
            try await CredentialTrial(
                client: client, credential: .assertion { token }, refusal: refusal ? .clientAssertion : nil
            ).run(on: bench)
        }
    }
}
