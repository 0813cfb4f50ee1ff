import Encodings
import FoundationEssentials
import OpenIDConnect
import SessionStorage

/// The right to replace a session's tokens, which one replica has at a time.
struct RefreshLease: Sendable {
    let session: Session
    /// The row that is to be replaced.
    let row: TokenRow
    fileprivate let owner: [UInt8]
}

/// Waits for a ``RefreshLease``, renews it, and releases it.
struct RefreshLeases: Sendable {
    /// Poll interval while another replica holds the lease, in milliseconds; randomized so that waiters don't poll in
    /// step.
    private static let pollInterval = 50...150
    private static let ownerBytes = 16
    /// How many leases a request waits for: a replica that renews its lease is alive, but makes no progress.
    private static let patience: Int64 = 3

    let rows: SessionRows
    /// How long a lease lasts unless it is renewed, in seconds; then its owner counts as dead.
    let seconds: Int64

    /// The result of waiting for a lease.
    enum Acquired: Sendable {
        case lease(RefreshLease)
        /// Another replica has replaced the tokens, and the new ones are good enough.
        case enough(SessionTokens)
    }

    /// Waits for the lease.
    ///
    /// - Parameter isEnough: Whether tokens that another replica has stored meanwhile make the lease needless.
    func acquire(
        _ session: Session, replacing row: TokenRow, unless isEnough: (SessionTokens) -> Bool = { _ in false }
    ) async throws(SessionRowError) -> Acquired {
        let owner = SecureRandom.bytes(Self.ownerBytes)
        let start = ContinuousClock.now
        var row = row
        // Tokens that wait for the store are newer than its row, which has to be replaced first. If another replica has
        // replaced it already, these tokens are dropped, and the row has the ones to go on with.
        if rows.cache.pending.tokens(of: session.id) != nil {
            try await rows.reach { try await rows.cache.pending.write(to: rows.store, now: rows.date) }
            row = try await rows.row(of: session)
            if isEnough(row.tokens) { return .enough(row.tokens) }
        }
        while true {
            switch try await claim(session, row, owner) {
            case .acquired: return .lease(RefreshLease(session: session, row: row, owner: owner))
            case .superseded(let stored):
                row = try await rows.row(stored, of: session)
                if isEnough(row.tokens) { return .enough(row.tokens) }
            case .heldByAnother:
                guard start.duration(to: .now) < .seconds(Self.patience * seconds) else {
                    throw .provider(OpenIDConnectError(.providerTimedOut, "another replica's refresh takes too long"))
                }
                try await rows.reach { try await Task.sleep(for: .milliseconds(Int.random(in: Self.pollInterval))) }
            case .ended:
                rows.cache.ended.insert(session.id, until: session.expiryDate)
                throw .ended(elsewhere: true)
            }
        }
    }

    /// Runs an operation while the lease is renewed, however long that takes, and releases it if the operation fails.
    ///
    /// An operation that succeeds has replaced the tokens, which releases the lease as well.
    func holding(
        _ lease: RefreshLease, _ operation: @escaping @Sendable () async throws(SessionRowError) -> SessionTokens
    ) async throws(SessionRowError) -> SessionTokens {
        let renewal = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(seconds) / 3)
                // A lost renewal does no harm if another succeeds before the lease expires.
                _ = try? await claim(lease.session, lease.row, lease.owner)
            }
        }
        defer { renewal.cancel() }
        do {
            return try await operation()
        } catch {
            // A renewal under way would acquire the lease again after its release.
            renewal.cancel()
            _ = await renewal.result
            try? await rows.store.releaseLease(of: lease.session.id, by: lease.owner)
            throw error
        }
    }

    private func claim(_ session: Session, _ row: TokenRow, _ owner: [UInt8]) async throws(SessionRowError)
        -> LeaseResult
    {
        let now = rows.date
        return try await rows.reach {
            try await rows.store.acquireLease(
                of: session.id, replacing: row.counter, by: owner, until: now + TimeInterval(seconds), now: now)
        }
    }
}
