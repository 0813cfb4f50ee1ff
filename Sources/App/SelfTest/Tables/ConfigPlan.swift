import FoundationEssentials
import MisbehavingProvider

/// The plan of the metadata.
enum ConfigPlan {
    static let modules: [Module] = [
        .accepts("oidcc-client-test-discovery-openid-config") { $0.provider.requests.first?.endpoint == .metadata },
        keysElsewhere,
        .refuses(
            "oidcc-client-test-discovery-issuer-mismatch",
            when: { $0.change { $0.metadata["issuer"] = "https://other.example" } }
        ) {
            !$0.requests(at: .metadata).isEmpty && $0.requests(at: .authorization).isEmpty
        },
        .refuses("oidcc-client-test-idtoken-sig-none", idToken: .algorithmNone) { $0.algorithm == "none" },
        rotation("oidcc-client-test-signing-key-rotation-just-before-signing") {
            $0.change { $0.rotatesKeysBeforeSigning = true }
        },
        rotation("oidcc-client-test-signing-key-rotation") { try $0.rotateKeys() },
    ]

    /// The keys are at an address that only the metadata names.
    private static var keysElsewhere: Module {
        let path = "/\(UUID().uuidString)\(Endpoint.keys.rawValue)"
        return .accepts(
            "oidcc-client-test-discovery-jwks-uri-keys",
            when: { provider in provider.change { $0.metadata["jwks_uri"] = .string("\(provider.url)\(path)") } }
        ) { $0.requests(at: .keys).map(\.path) == [path] }
    }

    private static func rotation(_ name: String, _ rotate: @escaping @Sendable (ScriptedProvider) throws -> Void)
        -> Module
    {
        Module(name: name) { try await KeyRotationTrial(rotate: rotate).run(on: $0) }
    }
}
