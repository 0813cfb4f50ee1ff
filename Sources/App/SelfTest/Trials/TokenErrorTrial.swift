import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// An error of the token endpoint, for a code and for a refresh token, after which both still work.
struct TokenErrorTrial: Sendable {
    let change: TokenResponseChange
    let kind: OpenIDConnectError.Kind

    func run(on bench: Bench) async throws {
        try await bench.withLibrary { provider, subject in
            let grant = try await subject.grant()
            guard let token = grant.tokens.refreshToken else { throw SelfTestError("no refresh token was issued") }
            provider.change { ($0.code, $0.refresh) = (change, change) }
            let atSignIn = try await Self.error { _ = try await subject.grant() }
            try SelfTestError.unless(atSignIn.kind == kind, "the sign-in failed for another reason: \(atSignIn)")
            let atRefresh = try await Self.error {
                _ = try await subject.relyingParty.refresh(
                    token, policy: nil, identity: grant.identity, user: grant.user)
            }
            try SelfTestError.unless(
                atRefresh.kind == kind && !atRefresh.kind.endsSession, "the refresh ended otherwise: \(atRefresh)")
            provider.behave()
            _ = try await subject.relyingParty.refresh(token, policy: nil, identity: grant.identity, user: grant.user)
        }
    }

    /// The text for the log must not repeat values that the client sent.
    static func runEcho(on bench: Bench) async throws {
        try await bench.withLibrary { provider, subject in
            provider.change { $0.code = .echo("server_error") }
            let error = try await error { _ = try await subject.grant() }
            guard let form = provider.requests(at: .token).last?.form else {
                throw SelfTestError("no code was redeemed")
            }
            let sent = ["code", "code_verifier"].compactMap { form[single: $0] } + [provider.client.secret ?? ""]
            try SelfTestError.unless(sent.count == 3, "code and verifier were not sent")
            for value in sent.flatMap({ [$0, FormBody.encode($0)] }) {
                try SelfTestError.unless(
                    !"\(error)".lowercased().contains(value.lowercased()), "the words repeat what was sent")
            }
        }
    }

    private static func error(_ body: () async throws -> Void) async throws -> OpenIDConnectError {
        do {
            try await body()
        } catch let error as OpenIDConnectError {
            return error
        }
        throw SelfTestError("nothing was refused")
    }
}
