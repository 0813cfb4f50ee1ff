import MisbehavingProvider

/// The plan of the sign-out that the relying party begins.
enum RPInitiatedLogoutPlan {
    static let modules = [
        signOut("oidcc-client-test-rp-init-logout", nil, returnsState: false),
        signOut("oidcc-client-test-rp-init-logout-other-state", .otherState, returnsState: true),
        signOut("oidcc-client-test-rp-init-logout-no-state", .noState, returnsState: false),
    ]

    private static func signOut(_ name: String, _ change: EndSessionChange?, returnsState: Bool) -> Module {
        Module(name: name) { try await SignOutTrial(change: change, returnsState: returnsState).run(on: $0) }
    }
}
