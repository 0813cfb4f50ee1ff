import MisbehavingProvider
import OpenIDConnect

/// A sign-in and a refresh, at a provider that is honest until then.
struct RefreshTrial: Sendable {
    /// Makes the provider err at the refresh; `nil`: it doesn't, and the refresh has to succeed.
    let err: (@Sendable (inout Misbehaviour) -> Void)?
    /// Whether the refreshed ID token, the second of the two, is as the module has it.
    let isMet: @Sendable (DecodedToken, _ first: DecodedToken) -> Bool

    func run(on bench: Bench) async throws {
        try await Self.refresh(on: bench, nil) { _, _ in true }
        if let err { try await Self.refresh(on: bench, err, isMet) }
    }

    private static func refresh(
        on bench: Bench, _ err: (@Sendable (inout Misbehaviour) -> Void)?,
        _ isMet: @escaping @Sendable (DecodedToken, _ first: DecodedToken) -> Bool
    ) async throws {
        try await bench.withLibrary { provider, subject in
            let grant = try await subject.grant()
            guard let refreshToken = grant.tokens.refreshToken else {
                throw SelfTestError("no refresh token was issued")
            }
            if let err { provider.change(err) }
            let result: Result<RefreshedTokens, OpenIDConnectError> = await outcome {
                () async throws(OpenIDConnectError) in
                try await subject.relyingParty.refresh(
                    refreshToken, policy: nil, identity: grant.identity, user: grant.user,
                    replacing: grant.tokens.idToken)
            }
            let tokens = provider.idTokens.map(DecodedToken.init)
            let asked = provider.requests(at: .token).last?["refresh_token"]
            try SelfTestError.unless(
                asked == refreshToken && tokens.count == 2 && isMet(tokens[1], tokens[0]),
                "the provider did not do what it should have")
            switch result {
            case .success(let refreshed):
                try SelfTestError.unless(err == nil, "the refreshed ID token was accepted")
                try await useUserInfo(refreshed, grant, subject, provider)
            case .failure(let error):
                try SelfTestError.unless(err != nil, "the refresh was refused: \(error)")
                try SelfTestError.unless(
                    error.kind == .invalidIDToken && error.kind.endsSession, "refused for another reason: \(error)")
                try SelfTestError.unless(provider.requests(at: .userInfo).isEmpty, "UserInfo was asked all the same")
            }
            try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
        }
    }

    private static func useUserInfo(
        _ refreshed: RefreshedTokens, _ grant: Grant, _ subject: LibrarySubject, _ provider: ScriptedProvider
    ) async throws {
        try SelfTestError.unless(refreshed.accessToken != grant.tokens.accessToken, "the access token is the old one")
        let claims = try await subject.relyingParty.userInfo(
            accessToken: refreshed.accessToken, subject: grant.identity.subject, policy: nil)
        let bearers = provider.requests(at: .userInfo).map(\.bearer)
        try SelfTestError.unless(
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
