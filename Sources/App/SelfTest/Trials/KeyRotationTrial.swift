import MisbehavingProvider

/// Two sign-ins by one subject, between which the provider takes a new key.
struct KeyRotationTrial: Sendable {
    let rotate: @Sendable (ScriptedProvider) throws -> Void

    func run(on bench: Bench) async throws {
        try await bench.withSubject(.library) { provider, subject, _ in
            try await Self.signIn(subject, "the sign-in with the first key")
            try rotate(provider)
            try await Self.signIn(subject, "the sign-in with the new key")
            let names = provider.idTokens.compactMap { DecodedToken($0).keyName }
            try SelfTestError.unless(Set(names).count == 2, "the provider did not change its key")
            let count = provider.requests(at: .keys).count
            try SelfTestError.unless(count == 2, "the keys were fetched \(count) times, not twice")
            try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
        }
    }

    private static func signIn(_ subject: any SignInSubject, _ words: String) async throws {
        let outcome = try await subject.signIn().outcome
        try SelfTestError.unless(outcome == .signedIn(hasUserInfo: true), "\(words) was refused")
    }
}
