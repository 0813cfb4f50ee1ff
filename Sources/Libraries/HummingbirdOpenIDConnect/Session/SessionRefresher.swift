import Logging
import OpenIDConnect
import SealedCookies
import SessionStorage
import SystemSupport

/// Gets new tokens for sessions, one refresh at a time for each, here and on all replicas.
///
/// Requests that meet the same expired token share the result. The result is stored, sealed, before it is used: if a
/// response with new tokens never reaches the browser, the next request with the old cookie gets them from the row.
actor SessionRefresher {
    /// The result of a refresh.
    struct Refreshed: Sendable {
        let tokens: SessionTokens
        /// Whether the authority issued the tokens just now; others were stored before, and may be useless as well.
        let isNew: Bool
    }

    /// How long a refreshing replica may be silent in addition to the authority's timeout, in seconds.
    private static let leaseMargin: Int64 = 2
    /// A lease is no longer, however long a call may take.
    private static let longestTimeout = Duration.seconds(86_400)
    /// Minimum lease, in seconds, so that it outlasts an outage which other replicas may not notice.
    ///
    /// 1 since the last renewal + 2 of outage + 5 to reconnect + 1 for rounding + 1 for different clocks.
    private static let shortestLease: Int64 = 10

    /// How long a request waits for a refresh, counted from the refresh's start, if its access token is still valid.
    static let patience = Duration.seconds(1)
    /// How long the end of the program waits for refreshes, within the ten seconds that it may take.
    private static let lastPatience = Duration.seconds(3)

    private typealias Outcome = Result<Refreshed, SessionRowError>

    /// The refreshes and changes under way for a session.
    private struct Running {
        let number: Int
        let task: Task<Outcome, Never>
        /// The access token that a refresh replaces; requests with the same useless token share the outcome.
        let unusable: String?
        let start = ContinuousClock.now
    }

    private let rows: SessionRows
    private var running: [SessionID: Running] = [:]
    private var startedCount = 0

    init(rows: SessionRows) {
        self.rows = rows
    }

    /// Tokens with another access token than the useless one.
    func refresh(_ session: Session, unusable token: String) async throws(SessionRowError) -> Refreshed {
        if let running = running[session.id], running.unusable == token { return try await running.task.value.get() }
        return try await exclusively(session.id, unusable: token) { () async throws(SessionRowError) in
            try await self.refreshed(session, unusable: token)
        }
    }

    /// Refreshes an access token that is valid but expires soon.
    ///
    /// - Throws: ``SessionRowError/provider(_:)`` if the refresh takes longer than ``patience``. The refresh continues,
    ///   and later requests find its result.
    func refresh(_ session: Session, expiring token: String) async throws(SessionRowError) -> Refreshed {
        let running = running[session.id].flatMap { $0.unusable == token ? $0 : nil }
        let deadline = (running?.start ?? .now) + Self.patience
        // Once a refresh has taken that long, further requests don't wait for it at all.
        let outcome =
            deadline < .now
            ? nil
            : try? await withDeadline(deadline) {
                await Self.outcome { () async throws(SessionRowError) in
                    try await self.refresh(session, unusable: token)
                }
            }
        guard let outcome else {
            throw .provider(OpenIDConnectError(.providerTimedOut, "the refresh takes longer than a page may wait"))
        }
        return try outcome.get()
    }

    /// Changes a session's tokens in the order of its refreshes, so that neither undoes the other.
    func update(
        _ session: SessionKey, _ change: @escaping @Sendable (inout SessionTokens) -> Void
    ) async throws(SessionRowError) -> SessionTokens {
        try await exclusively(session.id) { () async throws(SessionRowError) in
            let row = try await self.rows.row(of: session)
            let leases = await self.leases(session)
            guard case .lease(let lease) = try await leases.acquire(session, replacing: row) else {
                throw .ended(elsewhere: true)
            }
            let tokens = try await leases.holding(lease) { () async throws(SessionRowError) in
                var next = lease.row.tokens
                change(&next)
                return try await self.store(next, lease)
            }
            return Refreshed(tokens: tokens, isNew: false)
        }.tokens
    }

    /// Waits for the refresh under way of a session that has ended, and for the revocation of its tokens.
    func settle(_ id: SessionID) async {
        _ = await running[id]?.task.value
    }

    /// Waits for the refreshes under way at the end of the program, so that no new tokens are lost.
    ///
    /// Refreshes at an authority that takes too long are given up.
    func settleAll() async {
        _ = try? await withDeadline(.now + Self.lastPatience) {
            for running in await self.running.values { _ = await running.task.value }
        }
    }

    /// Runs after the session's earlier refreshes and changes.
    private func exclusively(
        _ id: SessionID, unusable: String? = nil,
        _ operation: @escaping @Sendable () async throws(SessionRowError) -> Refreshed
    ) async throws(SessionRowError) -> Refreshed {
        let before = running[id]?.task
        startedCount += 1
        let number = startedCount
        // A refresh belongs to no request: a browser that disconnects must not lose the new tokens for the others.
        let task = Task { () async -> Outcome in
            _ = await before?.value
            let outcome = await Self.outcome(operation)
            // A waiting request must not take a finished refresh for one under way.
            if running[id]?.number == number { running[id] = nil }
            return outcome
        }
        running[id] = Running(number: number, task: task, unusable: unusable)
        return try await task.value.get()
    }

    private static func outcome(
        _ operation: @Sendable () async throws(SessionRowError) -> Refreshed
    ) async -> Outcome {
        do throws(SessionRowError) {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }

    private func refreshed(_ session: Session, unusable token: String) async throws(SessionRowError) -> Refreshed {
        guard !rows.cache.ended.contains(session.id) else { throw .ended(elsewhere: true) }
        let now = rows.now()
        // Tokens may expire within the margin; one that was issued meanwhile is used until it expires.
        let isEnough = { (tokens: SessionTokens) in
            tokens.accessToken.text != token && !tokens.accessToken.isExpired(at: now)
        }
        let row = try await rows.row(of: session.key)
        // Most requests with an old cookie find the tokens in the row, and needn't write anything for that.
        if isEnough(row.tokens) { return Refreshed(tokens: row.tokens, isNew: false) }
        guard row.tokens.refreshToken != nil else { throw .noRefreshToken }
        let leases = leases(session.key)
        switch try await leases.acquire(session.key, replacing: row, unless: isEnough) {
        case .enough(let tokens): return Refreshed(tokens: tokens, isNew: false)
        case .lease(let lease):
            let tokens = try await leases.holding(lease) { () async throws(SessionRowError) in
                try await self.request(session, lease)
            }
            return Refreshed(tokens: tokens, isNew: true)
        }
    }

    /// Requests new tokens from the authority (RFC 6749, section 6) and stores them.
    private func request(_ session: Session, _ lease: RefreshLease) async throws(SessionRowError) -> SessionTokens {
        let tokens = lease.row.tokens
        guard let refreshToken = tokens.refreshToken else { throw .noRefreshToken }
        let outcome: Result<RefreshedTokens, OpenIDConnectError>
        do throws(OpenIDConnectError) {
            outcome = .success(
                try await relyingParty(session).refresh(
                    refreshToken, policy: tokens.policy, identity: session.identity, user: session.user,
                    replacing: tokens.idToken))
        } catch {
            outcome = .failure(rows.authorities[session.authority]?.located(error) ?? error)
        }
        switch outcome {
        case .success(let refreshed):
            let next = tokens.with(refreshed, now: rows.now())
            if let claims = refreshed.idToken?.claims,
                let refusal = rows.authorities[session.authority]?.refusal(of: claims)
            {
                rows.metrics.refreshes.count(.failed)
                await rows.end(session.key, because: .refused)
                await rows.revoke(next, at: session.authority)
                throw .claimMissing(refusal)
            }
            rows.metrics.refreshes.count(.succeeded)
            if refreshed.idToken?.hasUnusableSessionExpiry == true { rows.logger.notice(SessionTokens.unusableExpiry) }
            if let end = next.sessionExpiry, end <= rows.now() {
                await rows.end(session.key, because: .expired)
                await rows.revoke(next, at: session.authority)
                throw .ended(elsewhere: false)
            }
            return try await store(next, lease)
        case .failure(let error):
            rows.metrics.refreshes.count(error.refreshOutcome)
            // Failures are logged here, because a token that is still valid is used, and then no page shows them.
            let isRefused = error.kind.endsSession || error.isInteractionRequired
            let event = isRefused ? SignInEvent.refreshRefused : .refreshFailed
            event.log(to: rows.logger, session: session, error: error)
            var issued: SessionTokens?
            if let newRefreshToken = error.newRefreshToken {
                issued = tokens
                issued?.refreshToken = newRefreshToken
            }
            guard error.kind.endsSession else {
                if let issued { _ = try await store(issued, lease) }
                throw .provider(error)
            }
            if case .invalidGrant = error.kind {
                // A replica that was taken for dead may have consumed the refresh token and stored the result.
                let row = try await rows.row(of: session.key)
                if row.counter != lease.row.counter { return row.tokens }
            }
            await rows.end(session.key, because: .refused)
            // A token that was refused together with its ID token is stored nowhere.
            if let issued { await rows.revoke(issued, at: session.authority) }
            throw .ended(elsewhere: false)
        }
    }

    /// Stores new tokens, in memory if the store is unreachable, because the old refresh token may be consumed.
    private func store(_ tokens: SessionTokens, _ lease: RefreshLease) async throws(SessionRowError) -> SessionTokens {
        let (session, ended) = (lease.session, rows.cache.ended)
        let sealed: [UInt8]
        do {
            sealed = try rows.seal.seal(
                tokens, of: session.id, authority: session.authority, expires: session.expires)
        } catch {
            throw .storeUnavailable(reason: "\(error)")
        }
        let providerSession = Claims.unverified(ofJWT: tokens.idToken)?.sessionID
        let isStored = try? await rows.store.replaceTokens(
            of: session.id, with: sealed, replacing: lease.row.counter, providerSession: providerSession)
        switch (isStored, ended.contains(session.id)) {
        case (true?, false): return tokens
        // The call that ends the session gets these tokens from the store.
        case (true?, true): throw .ended(elsewhere: true)
        case (nil, false): if wait(sealed, providerSession, lease) { return tokens }
        case (false?, false):
            do throws(SessionRowError) {
                return try await rows.row(of: session).tokens
            } catch {
                // The store will show later whether another replica has replaced the tokens or ended the session.
                if case .storeUnavailable = error, wait(sealed, providerSession, lease) { return tokens }
            }
        default: break
        }
        // The session ended meanwhile, and the call that ended it didn't get these tokens.
        await rows.revoke(tokens, at: session.authority)
        throw .ended(elsewhere: true)
    }

    /// Lets sealed tokens wait for the store.
    ///
    /// - Returns: `false` if the session has ended.
    private func wait(_ sealed: [UInt8], _ providerSession: String?, _ lease: RefreshLease) -> Bool {
        let session = lease.session
        var tokens = StoredTokens(authority: session.authority, counter: lease.row.counter + 1, sealed: sealed)
        tokens.providerSession = providerSession
        return rows.cache.pending.store(tokens, of: session.id, until: session.expiryDate)
    }

    private func relyingParty(_ session: Session) throws(OpenIDConnectError) -> RelyingParty {
        guard let authority = rows.authorities[session.authority] else {
            throw OpenIDConnectError(.signInAgain, "the session's authority is not configured")
        }
        return authority.relyingParty
    }

    private func leases(_ session: SessionKey) -> RefreshLeases {
        let timeout = rows.authorities[session.authority]?.relyingParty.configuration.timeout ?? .zero
        let seconds = min(timeout, Self.longestTimeout).components.seconds
        return RefreshLeases(rows: rows, seconds: max(seconds + Self.leaseMargin, Self.shortestLease))
    }
}
