import OpenIDConnect

/// Refreshes sessions: requests that meet the same expiring token share one refresh, and those that come with the old
/// cookie a little later take its result.
actor SessionRefresher {
    /// How long a result serves those who still have the old cookie, in seconds.
    private static let afterlife: Int64 = 120

    /// Holds the session's own identifier and tokens, so that no result ever reaches another session, nor serves once
    /// its own token is over.
    private struct Key: Hashable {
        let session: [UInt8]
        let accessToken: String
        let refreshToken: String

        init(_ session: Session, _ refreshToken: String) {
            self.session = session.identifier
            accessToken = session.accessToken
            self.refreshToken = refreshToken
        }
    }

    private struct Turn {
        let task: Task<Result<Session, OpenIDConnectError>, Never>
        let until: Int64
    }

    private let relyingParty: RelyingParty
    private let now: @Sendable () -> Int64
    private var turns: [Key: Turn] = [:]

    init(relyingParty: RelyingParty, now: @escaping @Sendable () -> Int64) {
        self.relyingParty = relyingParty
        self.now = now
    }

    /// The session with new tokens.
    func refresh(_ session: Session, with refreshToken: String) async throws(OpenIDConnectError) -> Session {
        let key = Key(session, refreshToken)
        let now = now()
        turns = turns.filter { $0.value.until > now }
        let turn = turns[key] ?? Turn(task: begin(session, refreshToken), until: now + Self.afterlife)
        turns[key] = turn
        let outcome = await turn.task.value
        // The next request asks again; only what succeeded is worth keeping.
        if case .failure = outcome, turns[key]?.task == turn.task { turns[key] = nil }
        return try outcome.get()
    }

    /// The newest state of a session that is over, once a refresh in flight is done.
    func settled(_ session: Session) async -> Session {
        var newest = session
        while let token = newest.refreshToken, let turn = turns[Key(newest, token)],
            case .success(let next) = await turn.task.value,
            next.accessToken != newest.accessToken
        {
            newest = next
        }
        return newest
    }

    /// A refresh belongs to nobody who waits for it: a browser that goes away must not lose the new tokens for the
    /// others.
    private func begin(_ session: Session, _ refreshToken: String) -> Task<Result<Session, OpenIDConnectError>, Never> {
        Task { [relyingParty] in
            do throws(OpenIDConnectError) {
                let tokens = try await relyingParty.refresh(
                    refreshToken, policy: session.policy,
                    identity: Identity(issuer: session.issuer, subject: session.subject),
                    replacing: session.idToken)
                return .success(session.with(tokens))
            } catch {
                return .failure(error)
            }
        }
    }
}
