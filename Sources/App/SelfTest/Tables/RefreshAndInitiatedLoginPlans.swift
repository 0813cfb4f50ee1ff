import MisbehavingProvider

enum RefreshTokenPlan {
    static let modules: [Module] = [
        refresh("oidcc-client-test-refresh-token", nil) { _, _ in true },
        refresh("oidcc-client-test-refresh-token-invalid-issuer", { $0.refreshedIDToken = .wrongIssuer }) {
            $0["iss"] != $1["iss"]
        },
        refresh("oidcc-client-test-refresh-token-invalid-sub", { $0.refreshedUser = .bob }) {
            $0["sub"] != $1["sub"]
        },
    ]

    static func refresh(
        _ name: String, _ err: (@Sendable (inout Misbehaviour) -> Void)?,
        isMet: @escaping @Sendable (DecodedToken, _ first: DecodedToken) -> Bool
    ) -> Module {
        Module(name: name) { try await RefreshTrial(err: err, isMet: isMet).run(on: $0) }
    }
}

/// The plan of the sign-in that another site starts.
enum ThirdPartyInitiatedLoginPlan {
    static let modules = [
        Module(name: "oidcc-client-test-3rd-party-init-login") { try await InitiatedLoginTrial.run(on: $0) }
    ]
}
