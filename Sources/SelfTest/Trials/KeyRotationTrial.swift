import MisbehavingProvider

/// Two sign-ins by one party, between which the provider takes a new key.
struct KeyRotationTrial: Sendable {
    let rotate: @Sendable (MisbehavingProvider) throws -> Void

    func run(on bench: Bench) async throws {
        try await bench.withParty(.library) { provider, party, _ in
            try await Self.signIn(party, "the sign-in with the first key")
            try rotate(provider)
            try await Self.signIn(party, "the sign-in with the new key")
            let names = provider.idTokens.compactMap { SeenToken($0).keyName }
            try Shortfall.unless(Set(names).count == 2, "the provider did not change its key")
            let count = provider.requests(at: .keys).count
            try Shortfall.unless(count == 2, "the keys were fetched \(count) times, not twice")
            try Shortfall.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
        }
    }

    private static func signIn(_ party: any Party, _ words: String) async throws {
        let outcome = try await party.signIn().outcome
        try Shortfall.unless(outcome == .signedIn(hasUserInfo: true), "\(words) was refused")
    }
}
