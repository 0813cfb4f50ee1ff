import MisbehavingProvider
import OpenIDConnect

/// A sign-in and a refresh, at a provider that is honest until then.
struct RefreshTrial: Sendable {
    /// Makes the provider err at the refresh; `nil`: it doesn't, and the refresh has to succeed.
    let err: (@Sendable (inout Misbehaviour) -> Void)?
    /// Whether the refreshed ID token, the second of the two, is as the module has it.
    let isMet: @Sendable (SeenToken, _ first: SeenToken) -> Bool

    func run(on bench: Bench) async throws {
        try await Self.refresh(on: bench, nil) { _, _ in true }
        if let err { try await Self.refresh(on: bench, err, isMet) }
    }

    private static func refresh(
        on bench: Bench, _ err: (@Sendable (inout Misbehaviour) -> Void)?,
        _ isMet: @escaping @Sendable (SeenToken, _ first: SeenToken) -> Bool
    ) async throws {
        try await bench.withLibrary { provider, party in
            let grant = try await party.grant()
            guard let refreshToken = grant.tokens.refreshToken else { throw Shortfall("no refresh token was issued") }
            if let err { provider.change(err) }
            let result: Result<RefreshedTokens, OpenIDConnectError> = await outcome {
                () async throws(OpenIDConnectError) in
                try await party.relyingParty.refresh(
                    refreshToken, policy: nil, identity: grant.identity, replacing: grant.tokens.idToken)
            }
            let tokens = provider.idTokens.map(SeenToken.init)
            let asked = provider.requests(at: .token).last?["refresh_token"]
            try Shortfall.unless(
                asked == refreshToken && tokens.count == 2 && isMet(tokens[1], tokens[0]),
                "the provider did not do what it should have")
            switch result {
            case .success(let refreshed):
                try Shortfall.unless(err == nil, "the refreshed ID token was accepted")
                try await useUserInfo(refreshed, grant, party, provider)
            case .failure(let error):
                try Shortfall.unless(err != nil, "the refresh was refused: \(error)")
                try Shortfall.unless(
                    error.kind == .invalidIDToken && error.kind.endsSession, "refused for another reason: \(error)")
                try Shortfall.unless(provider.requests(at: .userInfo).isEmpty, "UserInfo was asked all the same")
            }
            try Shortfall.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
        }
    }

    private static func useUserInfo(
        _ refreshed: RefreshedTokens, _ grant: Grant, _ party: LibraryParty, _ provider: MisbehavingProvider
    ) async throws {
        try Shortfall.unless(refreshed.accessToken != grant.tokens.accessToken, "the access token is the old one")
        let claims = try await party.relyingParty.userInfo(
            accessToken: refreshed.accessToken, subject: grant.identity.subject, policy: nil)
        let bearers = provider.requests(at: .userInfo).map(\.bearer)
        try Shortfall.unless(
            claims != nil && bearers == [refreshed.accessToken], "UserInfo was not asked with the new access token")
    }

    private static func outcome<Value, Failure>(_ body: () async throws(Failure) -> Value) async -> Result<
        Value, Failure
    > {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
