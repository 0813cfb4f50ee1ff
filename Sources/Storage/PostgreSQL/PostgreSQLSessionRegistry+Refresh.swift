public import FoundationEssentials
public import SessionRegistry

/// A session has one row for its refresh: the result, the claim to the next one, and whether it has ended.
///
/// So each step is one statement, and of two at the same time the second sees what the first has done.
extension PostgreSQLSessionRegistry {
    /// Claims the right to ask for new tokens.
    public func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim {
        let claim: [PostgreSQLValue] = [
            .bytes(handle.bytes), .bytes(claimant), .time(lease), .integer(Int64(generation)), .time(now),
        ]
        return try await database.perform { connection throws(PostgreSQLStorageError) in
            let isGranted =
                try connection.execute(
                    """
                    INSERT INTO latchkey_refreshes AS stored (handle, generation, ended, claimant, lease, until)
                    VALUES ($1, 0, false, $2, $3, $3)
                    ON CONFLICT (handle) DO UPDATE SET
                        claimant = excluded.claimant, lease = excluded.lease, until = greatest(stored.until, excluded.until)
                    WHERE NOT stored.ended AND (stored.sealed IS NULL OR stored.generation <= $4)
                        AND (stored.claimant IS NULL OR stored.claimant = $2 OR stored.lease <= $5)
                    """, claim) == 1
            return isGranted ? .granted : try Self.refusal(of: handle, generation: generation, on: connection)
        }
    }

    /// Why a claim was not granted.
    private static func refusal(
        of handle: SessionHandle, generation: UInt32, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> RefreshClaim {
        let reasons = try connection.query(
            "SELECT ended, generation, sealed, lease FROM latchkey_refreshes WHERE handle = $1", [.bytes(handle.bytes)]
        ) { row throws(PostgreSQLStorageError) -> RefreshClaim? in
            if try row.boolean(0) { return .sessionEnded }
            if !row.isNull(2), try row.integer(1) > generation {
                return .superseded(try StoredRefresh(row, generation: 1, sealed: 2))
            }
            return row.isNull(3) ? nil : .heldByAnother(until: try row.time(3))
        }
        // What was in the way is gone already: the claim may be made anew.
        guard let reason = reasons.first.flatMap(\.self) else {
            throw PostgreSQLStorageError(.contended, "the claim to a refresh changed hands while it was read")
        }
        return reason
    }

    /// Gives a claim back.
    public func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws {
        try await execute(
            "UPDATE latchkey_refreshes SET claimant = NULL, lease = NULL WHERE handle = $1 AND claimant = $2",
            [.bytes(handle.bytes), .bytes(claimant)])
    }

    /// The result of the session's last refresh.
    public func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? {
        try await query(
            "SELECT generation, sealed FROM latchkey_refreshes WHERE handle = $1 AND sealed IS NOT NULL",
            [.bytes(handle.bytes)]
        ) { row throws(PostgreSQLStorageError) in
            try StoredRefresh(row, generation: 0, sealed: 1)
        }.first
    }

    /// Keeps the result of a refresh, unless the session has ended or one at least as new is there.
    @discardableResult
    public func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool {
        try await execute(
            """
            INSERT INTO latchkey_refreshes AS stored (handle, generation, sealed, ended, until) VALUES ($1, $2, $3, false, $4)
            ON CONFLICT (handle) DO UPDATE SET
                generation = excluded.generation, sealed = excluded.sealed, claimant = NULL, lease = NULL, until = excluded.until
            WHERE NOT stored.ended AND (stored.sealed IS NULL OR excluded.generation > stored.generation)
            """,
            [.bytes(handle.bytes), .integer(Int64(refresh.generation)), .bytes(refresh.sealed), .time(until)]) == 1
    }
}

extension StoredRefresh {
    fileprivate init(_ row: PostgreSQLRow, generation: Int32, sealed: Int32) throws(PostgreSQLStorageError) {
        self.init(generation: UInt32(clamping: try row.integer(generation)), sealed: try row.bytes(sealed))
    }
}
