/// The plan of the sign-in that another site begins.
enum ThirdPartyInitiatedLoginPlan {
    static let modules = [
        Module(name: "oidcc-client-test-3rd-party-init-login") { try await InitiatedLoginTrial.run(on: $0) }
    ]
}
