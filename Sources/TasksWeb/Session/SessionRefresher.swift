import FoundationEssentials
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect
import SealedCookies
import SessionRegistry

/// Refreshes sessions, one refresh at a time for each, here and at all replicas; requests that meet the same expired
/// token share the result.
///
/// The result is stored, sealed, before it is used: an answer that never reaches the browser leaves it with an old
/// cookie, and the next request that carries it takes the stored result instead of a refresh token that is spent.
actor SessionRefresher {
    /// The session can't go on: the authority takes its refresh token no more, or it has been ended.
    struct SessionOver: Error {
        /// Whether it had been ended before by another request, which may have given the browser another one.
        var wasEnded = true
    }

    /// What a refresh brought.
    struct Refreshed: Sendable {
        let session: Session
        /// Whether the authority was asked for these tokens; else they were stored before, and may be of no use any
        /// more either.
        let isNew: Bool
    }

    /// How long before its expiry an access token is refreshed at most, in seconds.
    static let longestMargin: Int64 = 60
    /// How much longer than a call to the authority may take a replica that asks may be silent, in seconds.
    private static let leaseMargin: Int64 = 2

    private let relyingParty: RelyingParty
    private let register: SessionRegister
    private let results: RefreshResults
    private let turns: ReplicaTurns
    private let clock: Clock
    private let logger: Logger
    private var inFlight: [SessionHandle: Turn] = [:]

    /// What is under way for a session.
    private struct Turn {
        let task: Task<Refreshed, any Error>
        /// The access token that a refresh replaces; whoever else finds it useless shares the outcome.
        let unusable: String?
    }

    init(relyingParty: RelyingParty, register: SessionRegister, codec: SealedCookieCodec, clock: Clock, logger: Logger)
    {
        self.relyingParty = relyingParty
        self.register = register
        self.clock = clock
        self.logger = logger
        results = RefreshResults(register: register, codec: codec, users: relyingParty.users, clock: clock)
        turns = ReplicaTurns(
            register: register, results: results, clock: clock,
            lease: relyingParty.configuration.timeout.components.seconds + Self.leaseMargin)
    }

    /// A session whose access token is another than the one that is of no use any more.
    ///
    /// - Throws: ``SessionOver``, or `OpenIDConnectError` where the authority can't be asked.
    func refresh(_ session: Session, unusable token: String) async throws -> Refreshed {
        if let turn = inFlight[session.handle], turn.unusable == token { return try await turn.task.value }
        return try await exclusively(session.handle, unusable: token) {
            try await self.refreshed(session, unusable: token)
        }
    }

    /// Changes a session in the order of its refreshes, so that neither undoes the other.
    func update(_ session: Session, _ change: @escaping @Sendable (inout Session) -> Void) async throws -> Session {
        try await exclusively(session.handle) {
            guard case .turn(let turn) = try await self.turns.take(session) else { throw SessionOver() }
            let changed = try await self.turns.keeping(turn) {
                var next = turn.base
                change(&next)
                return try await self.store(next, after: turn)
            }
            return Refreshed(session: changed, isNew: false)
        }.session
    }

    /// Ends a session at once, whatever is under way for it, here or at another replica: what that brings is revoked as
    /// it comes.
    ///
    /// What another replica stores between the reading of the newest state and the end is erased, and not revoked. What
    /// is under way here is waited for once the end is entered, so that whoever stops the program waits for the
    /// revocation too.
    ///
    /// If the database can't be reached, that is found out once, and nothing else is waited for.
    ///
    /// - Returns: The newest state that is known, whose tokens are still to be revoked, and where the end is stored.
    func end(_ session: Session) async -> (newest: Session, place: SessionRegister.EndingPlace) {
        register.holdEnded(session)
        let deadline = ContinuousClock.now + SessionRegister.patience
        guard let newest = try? await withDeadline(deadline, { [turns] in try await turns.newest(of: session) }) else {
            return (results.waiting(for: session) ?? session, await register.keepEnding(of: session))
        }
        let place = await register.end(newest, before: deadline)
        if place == .database { _ = try? await inFlight[session.handle]?.task.value }
        return (newest, place)
    }

    /// Runs after what is under way for the session.
    private func exclusively(
        _ handle: SessionHandle, unusable: String? = nil, _ operation: @escaping @Sendable () async throws -> Refreshed
    ) async throws -> Refreshed {
        let before = inFlight[handle]?.task
        let task = Task {
            _ = try? await before?.value
            return try await operation()
        }
        inFlight[handle] = Turn(task: task, unusable: unusable)
        defer { if inFlight[handle]?.task == task { inFlight[handle] = nil } }
        return try await task.value
    }

    private func refreshed(_ session: Session, unusable token: String) async throws -> Refreshed {
        guard !register.ended.contains(session.handle) else { throw SessionOver() }
        let now = clock.now()
        // Tokens may live shorter than the margin: one that was got meanwhile serves as long as it holds at all.
        let isEnough = { (newer: Session) in newer.accessToken != token && !newer.isExpired(at: now) }
        // Most who come with a cookie from before find the result there, and needn't write anything to see that.
        let base = try await results.newest(than: session) ?? session
        if isEnough(base) { return Refreshed(session: base, isNew: false) }
        guard base.refreshToken != nil else { throw SessionOver(wasEnded: false) }
        switch try await turns.take(base, unless: isEnough) {
        case .enough(let newer): return Refreshed(session: newer, isNew: false)
        case .turn(let turn):
            return Refreshed(session: try await turns.keeping(turn) { try await self.ask(turn) }, isNew: true)
        }
    }

    private func ask(_ turn: ReplicaTurn) async throws -> Session {
        let base = turn.base
        guard let refreshToken = base.refreshToken else { throw SessionOver(wasEnded: false) }
        do {
            let tokens = try await relyingParty.refresh(
                refreshToken, policy: base.policy, identity: Identity(issuer: base.issuer, subject: base.subject),
                replacing: base.grantsIDToken)
            return try await store(base.with(tokens, at: clock.now()), after: turn)
        } catch let error as OpenIDConnectError where error.newRefreshToken != nil {
            log(error)
            var next = base
            (next.refreshToken, next.refreshTokenExpiry) = (error.newRefreshToken, nil)
            _ = try await store(next, after: turn)
            throw error
        } catch let error as OpenIDConnectError where error.kind.endsSession {
            log(error)
            // A replica that was taken for dead may have spent the token and come back.
            if let other = try await results.newest(than: base) { return other }
            let wasEnded = register.ended.contains(base.handle) ? true : await turns.isOver(turn)
            await register.end(base)
            throw SessionOver(wasEnded: wasEnded)
        } catch let error as OpenIDConnectError {
            log(error)
            throw error
        }
    }

    /// A page may never say it, because an access token that is still valid is used.
    private func log(_ error: OpenIDConnectError) {
        logger.warning(
            "a refresh failed", metadata: ["reason": "\(error)", "provider": "\(error.providerCorrelationID ?? "")"])
    }

    private func store(_ session: Session, after turn: ReplicaTurn) async throws -> Session {
        var next = session
        next.generation = turn.generation + 1
        if try await results.store(next), !register.ended.contains(next.handle) { return next }
        if !register.ended.contains(next.handle), let newer = try await results.newest(than: turn.base),
            !register.ended.contains(next.handle)
        {
            return newer
        }
        // The session ended meanwhile: whoever ended it didn't see these tokens.
        await relyingParty.revokeTokens(of: next, logger: logger)
        throw SessionOver()
    }
}

extension Session {
    /// Whether the access token has expired, or will so soon that a call might meet its end.
    ///
    /// The margin is a tenth of the token's life, so that a short-lived token isn't refreshed at each request.
    func isExpiring(at now: Int64) -> Bool {
        let longest = SessionRefresher.longestMargin
        let margin = accessTokenLife.map { min(longest, $0 / 10) } ?? longest
        return accessTokenExpiry.map { $0 - margin <= now } ?? false
    }

    /// Stores when an access token expires and, from that, how long it was issued for.
    mutating func setAccessTokenExpiry(_ expiry: Date?, issued now: Int64) {
        accessTokenExpiry = expiry.map { Int64($0.timeIntervalSince1970) }
        accessTokenLife = accessTokenExpiry.map { max(0, $0 - now) }
    }

    /// Whether the access token is over.
    func isExpired(at now: Int64) -> Bool {
        accessTokenExpiry.map { $0 <= now } ?? false
    }

    /// The ID token, where it came with the grant that is refreshed, not by a policy that changed the person's claims.
    fileprivate var grantsIDToken: String? {
        guard let policy else { return idToken }
        let claims = idToken.flatMap(Claims.unverified(ofJWT:))
        return (claims?[string: "tfp"] ?? claims?[string: "acr"])?.lowercased() == policy.lowercased() ? idToken : nil
    }

    fileprivate func with(_ tokens: RefreshedTokens, at now: Int64) -> Session {
        var next = self
        next.accessToken = tokens.accessToken
        next.setAccessTokenExpiry(tokens.expiry, issued: now)
        next.refreshToken = tokens.refreshToken
        let refreshTokenExpiry = tokens.refreshTokenExpiry.map { Int64($0.timeIntervalSince1970) }
        next.refreshTokenExpiry = refreshTokenExpiry ?? (tokens.isRefreshTokenNew ? nil : next.refreshTokenExpiry)
        guard let idToken = tokens.idToken else { return next }
        next.idToken = idToken.raw
        // A name that has changed since the grant's last token is the newest there is; one that has not may be older
        // than the profile policy's.
        let (before, name) = (grantsIDToken.flatMap(Claims.unverified(ofJWT:)), idToken.claims[string: "name"])
        if let before, let name, name != before[string: "name"], !name.allSatisfy(\.isWhitespace) {
            next.name = PersonName.of(idToken.claims, userInfo: nil)
        }
        return next
    }
}
