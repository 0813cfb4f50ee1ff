import Encodings
import OpenIDConnect
import PortableFoundation
import SessionStorage

/// The right to replace a session's tokens, which one replica has at a time.
struct RefreshLease: Sendable {
    let session: SessionKey
    /// The row that is to be replaced.
    let row: TokenRow
    fileprivate let owner: [UInt8]
}

/// Waits for a ``RefreshLease``, renews it, and releases it.
struct RefreshLeases: Sendable {
    /// Poll interval while another replica holds the lease, in milliseconds; randomized so that waiters don't poll in
    /// step.
    private static let pollInterval = 50...150
    /// The pause before a renewal, also after one that failed.
    private static let renewalInterval = Duration.seconds(1)
    private static let ownerBytes = 16
    /// How many leases a request waits for: a replica that renews its lease is alive, but makes no progress.
    private static let patience: Int64 = 3

    let rows: SessionRows
    /// How long a lease lasts unless it is renewed, in seconds.
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
        _ session: SessionKey, replacing row: TokenRow, unless isEnough: (SessionTokens) -> Bool = { _ in false }
    ) async throws(SessionRowError) -> Acquired {
        let owner = SecureRandom.bytes(Self.ownerBytes)
        let start = ContinuousClock.now
        var row = row
        // Tokens that wait for the store are newer than its row, which has to be replaced first. If another replica has
        // replaced it already, these tokens are dropped, and the row has the ones to go on with.
        if rows.cache.pending.tokens(of: session.id) != nil {
            try await rows.reach {
                try await rows.cache.pending.writeTokens(of: session.id, to: rows.store, now: rows.date)
            }
            row = try await rows.row(of: session)
            if isEnough(row.tokens) { return .enough(row.tokens) }
        }
        // When another replica's lease expires. A renewal changes it, and so prevents a takeover at the last moment.
        var expiry: Date?
        while true {
            let expired = expiry.flatMap { $0 <= rows.date && rows.cache.contact.isSteady() ? $0 : nil }
            switch try await claim(session, row, owner, takingOver: expired) {
            case .acquired: return .lease(RefreshLease(session: session, row: row, owner: owner))
            case .superseded(let stored):
                row = try await rows.row(stored, of: session)
                if isEnough(row.tokens) { return .enough(row.tokens) }
            case .heldByAnother(let until):
                expiry = until
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
                try await Task.sleep(for: Self.renewalInterval)
                // Once the store is reachable again, a renewal has to come before another replica's takeover.
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

    private func claim(
        _ session: SessionKey, _ row: TokenRow, _ owner: [UInt8], takingOver expired: Date? = nil
    ) async throws(SessionRowError) -> LeaseResult {
        let expiry = rows.date + TimeInterval(seconds)
        return try await rows.reach {
            try await rows.store.acquireLease(
                of: session.id, replacing: row.counter, by: owner, until: expiry, takingOver: expired)
        }
    }
}
