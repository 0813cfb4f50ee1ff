import FoundationEssentials
import OpenIDConnect
import SealedCookies
import SessionRegistry

/// Refreshes sessions, one refresh at a time for each; requests that meet the same expired token share the result.
///
/// The result is stored, sealed, before it is used: an answer that never reaches the browser leaves it with an old cookie, and the next request
/// that carries it takes the stored result instead of a refresh token that is spent.
actor SessionRefresher {
    /// The session can't go on: the authority takes its refresh token no more, or it has been ended.
    struct SessionOver: Error {}

    /// How long before its end an access token counts as ended, in seconds.
    static let margin: Int64 = 60
    private static let purpose = "latchkey refresh"
    /// How often, and how far apart, another replica's result is looked for.
    private static let looks = 4
    private static let pause = Duration.milliseconds(150)

    private let relyingParty: RelyingParty
    private let register: SessionRegister
    private let codec: SealedCookieCodec
    private let clock: Clock
    private var inFlight: [SessionHandle: Turn] = [:]

    /// What is under way for a session.
    private struct Turn {
        let task: Task<Session, any Error>
        /// The access token that a refresh replaces; whoever else finds it useless shares the outcome.
        let unusable: String?
    }

    init(relyingParty: RelyingParty, register: SessionRegister, codec: SealedCookieCodec, clock: Clock) {
        self.relyingParty = relyingParty
        self.register = register
        self.codec = codec
        self.clock = clock
    }

    /// A session whose access token is another than the one that is of no use any more.
    ///
    /// - Throws: ``SessionOver``, or `OpenIDConnectError` where the authority can't be asked.
    func refresh(_ session: Session, unusable token: String) async throws -> Session {
        if let turn = inFlight[session.handle], turn.unusable == token { return try await turn.task.value }
        return try await exclusively(session.handle, unusable: token) { try await self.refreshed(session, unusable: token) }
    }

    /// Changes a session in the order of its refreshes, so that neither undoes the other.
    func update(_ session: Session, _ change: @escaping @Sendable (inout Session) -> Void) async throws -> Session {
        try await exclusively(session.handle) {
            var next = try await self.newest(session) ?? session
            change(&next)
            return try await self.store(next)
        }
    }

    /// The newest state of a session, once a refresh in flight is over; for its end.
    func settled(_ session: Session) async -> Session {
        if let turn = inFlight[session.handle] { _ = try? await turn.task.value }
        return (try? await newest(session)) ?? session
    }

    /// Runs after what is under way for the session.
    private func exclusively(
        _ handle: SessionHandle, unusable: String? = nil, _ operation: @escaping @Sendable () async throws -> Session
    ) async throws -> Session {
        let before = inFlight[handle]?.task
        let task = Task {
            _ = try? await before?.value
            return try await operation()
        }
        inFlight[handle] = Turn(task: task, unusable: unusable)
        defer { if inFlight[handle]?.task == task { inFlight[handle] = nil } }
        return try await task.value
    }

    private func refreshed(_ session: Session, unusable token: String) async throws -> Session {
        let base = try await newest(session) ?? session
        guard !register.ended.contains(session.handle) else { throw SessionOver() }
        // Tokens may live shorter than the margin: one that was got meanwhile serves as long as it holds at all.
        if base.accessToken != token, !base.isExpired(at: clock.now()) { return base }
        guard let refreshToken = base.refreshToken else { throw SessionOver() }
        do {
            let tokens = try await relyingParty.refresh(
                refreshToken, policy: base.policy, identity: Identity(issuer: base.issuer, subject: base.subject))
            return try await store(base.with(tokens))
        } catch let error as OpenIDConnectError where error.kind.endsSession {
            if let other = try await madeElsewhere(after: base) { return other }
            try await register.end(base)
            throw SessionOver()
        }
    }

    /// What another replica made of the refresh token that was refused here: it may still be storing it.
    private func madeElsewhere(after base: Session) async throws -> Session? {
        for _ in 0..<Self.looks {
            if let other = try await newest(base) { return other }
            try await Task.sleep(for: Self.pause)
        }
        return nil
    }

    private func newest(_ session: Session) async throws -> Session? {
        guard let stored = try await register.storedRefresh(of: session.handle), stored.generation > session.generation,
            let bytes = codec.open(String(decoding: stored.sealed, as: UTF8.self), purpose: Self.purpose, now: clock.now()),
            var newer = Session(bytes: bytes), newer.handle == session.handle
        else { return nil }
        newer.lastUsed = max(newer.lastUsed, session.lastUsed)
        return newer
    }

    private func store(_ session: Session) async throws -> Session {
        var next = session
        next.generation += 1
        let sealed = try codec.seal(next.bytes, purpose: Self.purpose, expires: next.end)
        try await register.store(StoredRefresh(generation: next.generation, sealed: Array(sealed.utf8)), of: next)
        guard !register.ended.contains(next.handle) else { throw SessionOver() }
        return next
    }
}

extension Session {
    /// Whether the access token is over, or so soon that a call might meet its end.
    func isExpiring(at now: Int64) -> Bool {
        accessTokenExpiry.map { $0 - SessionRefresher.margin <= now } ?? false
    }

    /// Whether the access token is over.
    func isExpired(at now: Int64) -> Bool {
        accessTokenExpiry.map { $0 <= now } ?? false
    }

    fileprivate func with(_ tokens: RefreshedTokens) -> Session {
        var next = self
        next.accessToken = tokens.accessToken
        next.accessTokenExpiry = tokens.expiry.map { Int64($0.timeIntervalSince1970) }
        next.refreshToken = tokens.refreshToken
        if let idToken = tokens.idToken { next.idToken = idToken.raw }
        return next
    }
}
