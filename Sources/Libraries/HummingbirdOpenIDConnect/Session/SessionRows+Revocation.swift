import Logging
import OpenIDConnect
import SessionStorage
import SystemSupport

/// Revokes the tokens of sessions (RFC 7009).
///
/// No call waits longer than ``revocationPatience``. The revocation then continues until the authority's timeout, or
/// until the program ends. Failures are logged; the tokens then live until they expire, and the session has ended
/// regardless.
extension SessionRows {
    /// How long a response waits for revocations.
    static let revocationPatience = Duration.seconds(2)

    /// Revokes the tokens of a row.
    func revoke(_ stored: StoredTokens, of id: SessionID) async {
        guard let tokens = seal.open(stored, of: id, now: now()) else { return }
        await revoke(tokens, at: stored.authority)
    }

    /// Revokes the tokens of sessions that have ended together, a few at a time.
    ///
    /// If very many wait already, those that are left live until they expire, which is logged.
    func revoke(_ ended: [RemovedSession]) async {
        await limited(to: authorities.values.map(\.timeout).max() ?? .zero) {
            let left = await revocations.perform(ended) { await request($0.tokens, of: $0.id) }
            guard left > 0 else { return }
            SignInEvent.revocationFailed.log(
                to: logger, ["reason": "too many revocations wait", "sessions": "\(left)"])
        }
    }

    /// - Parameters:
    ///   - authority: The name of the session's authority.
    ///   - deadline: When the call returns at the latest.
    func revoke(
        _ tokens: SessionTokens, at authority: String,
        before deadline: ContinuousClock.Instant = .now + Self.revocationPatience
    ) async {
        guard let authority = issuer(of: tokens.idToken, named: authority) else { return }
        await limited(to: authority.timeout, before: deadline) { await request(tokens, at: authority) }
    }

    /// Revokes tokens that are in no row.
    func revoke(refreshToken: String?, accessToken: String?, policy: String?, at authority: SignInAuthority) async {
        guard refreshToken != nil || accessToken != nil else { return }
        await limited(to: authority.timeout) {
            await request(refreshToken: refreshToken, accessToken: accessToken, policy: policy, at: authority)
        }
    }

    /// Revokes the tokens of a row, and waits for as long as the authority takes.
    func request(_ stored: StoredTokens, of id: SessionID) async {
        guard let tokens = seal.open(stored, of: id, now: now()),
            let authority = issuer(of: tokens.idToken, named: stored.authority)
        else { return }
        await request(tokens, at: authority)
    }

    private func request(_ tokens: SessionTokens, at authority: SignInAuthority) async {
        await request(
            refreshToken: tokens.refreshToken, accessToken: tokens.accessToken.text, policy: tokens.policy,
            at: authority)
    }

    /// Revokes the refresh token, which takes the access token along, or else that one.
    private func request(
        refreshToken: String?, accessToken: String?, policy: String?, at authority: SignInAuthority
    ) async {
        do throws(OpenIDConnectError) {
            if let refreshToken {
                try await authority.relyingParty.revoke(refreshToken: refreshToken, policy: policy)
            } else if let accessToken {
                try await authority.relyingParty.revoke(accessToken: accessToken, policy: policy)
            }
        } catch {
            SignInEvent.revocationFailed.log(
                to: logger, error: authority.located(error), ["authority": "\(authority.name)"])
        }
    }

    /// Waits for revocations until a deadline, and cancels them after a timeout.
    private func limited(
        to timeout: Duration, before deadline: ContinuousClock.Instant = .now + Self.revocationPatience,
        _ revocations: @escaping @Sendable () async -> Void
    ) async {
        let task = Task { await revocations() }
        let limit = Task {
            try await Task.sleep(for: timeout)
            task.cancel()
        }
        _ = try? await withDeadline(deadline) {
            await task.value
            limit.cancel()
        }
    }
}

extension SignInAuthority {
    fileprivate var timeout: Duration { relyingParty.configuration.timeout }
}
