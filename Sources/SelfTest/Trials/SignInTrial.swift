import MisbehavingProvider

/// A sign-in at a provider that errs, and the same at one that doesn't.
struct SignInTrial: Sendable {
    enum Verdict: Sendable {
        /// Somebody has to be signed in, with UserInfo.
        case accepted
        /// Somebody may be signed in, but UserInfo's answer must not be taken.
        case withoutUserInfo
        /// Nobody may be signed in, and UserInfo must not be asked.
        case refused
        /// Either is right.
        case acceptedOrRefused
    }

    let way: Way
    let verdict: Verdict
    /// Makes the provider err; `nil`: it needn't.
    let err: (@Sendable (MisbehavingProvider) throws -> Void)?
    /// Whether what the module is about has really taken place.
    let isMet: @Sendable (Sighting) -> Bool

    func run(on bench: Bench) async throws {
        if err != nil { try await runHonestly(on: bench) }
        try await bench.withParty(way) { provider, party, witness in
            try err?(provider)
            let report = try await party.signIn()
            let sighting = Sighting(provider: provider, witness: witness, redirect: report.answer)
            try Shortfall.unless(isMet(sighting), "the provider did not do what it should have")
            try check(report.outcome, at: provider)
        }
    }

    /// The honest twin: without it a party that refuses everything would pass.
    private func runHonestly(on bench: Bench) async throws {
        try await bench.withParty(way) { provider, party, _ in
            let outcome = try await party.signIn().outcome
            try Shortfall.unless(
                outcome == .signedIn(hasUserInfo: true), "the honest sign-in was refused, or UserInfo not taken")
            try Self.checkManners(at: provider)
        }
    }

    private func check(_ outcome: SignInReport.Outcome, at provider: MisbehavingProvider) throws {
        switch (verdict, outcome) {
        case (.accepted, .signedIn(hasUserInfo: true)), (.acceptedOrRefused, .signedIn(hasUserInfo: true)):
            try Self.checkManners(at: provider)
        case (.withoutUserInfo, .signedIn(hasUserInfo: false)):
            try Shortfall.unless(!provider.requests(at: .userInfo).isEmpty, "UserInfo was not asked")
        case (.refused, .refused), (.acceptedOrRefused, .refused):
            try Shortfall.unless(provider.requests(at: .userInfo).isEmpty, "UserInfo was asked all the same")
        case (_, .signedIn(let hasUserInfo)):
            throw Shortfall("somebody was signed in, \(hasUserInfo ? "with" : "without") UserInfo")
        case (_, .refused): throw Shortfall("the sign-in was refused")
        }
    }

    /// What the Foundation's suite asks of each sign-in: each endpoint once, and nothing wrong with the requests.
    private static func checkManners(at provider: MisbehavingProvider) throws {
        for endpoint in [Endpoint.authorization, .token, .userInfo] {
            let count = provider.requests(at: endpoint).count
            try Shortfall.unless(count == 1, "\(count) requests at \(endpoint.rawValue)")
        }
        try Shortfall.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
    }
}
