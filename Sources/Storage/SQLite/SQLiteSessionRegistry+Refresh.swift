public import FoundationEssentials
import GRDB
public import SessionRegistry

extension SQLiteSessionRegistry {
    /// Claims the right to ask for new tokens.
    ///
    /// All in one transaction that writes, of which SQLite has one at a time: of several that claim at once one finds
    /// no claim there.
    public func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim {
        try await database.writeSessions { database in
            let ended = try database.cachedStatement(sql: "SELECT 1 FROM ended_sessions WHERE handle = ?")
            if try Row.fetchOne(ended, arguments: [handle.data]) != nil { return .sessionEnded }
            if let stored = try Self.storedRefresh(of: handle, in: database), stored.generation > generation {
                return .superseded(stored)
            }
            let claim = try database.cachedStatement(
                sql: "SELECT until FROM refresh_claims WHERE handle = ? AND claimant <> ? AND until > ?")
            if let until = try Double.fetchOne(
                claim, arguments: [handle.data, Data(claimant), now.timeIntervalSince1970])
            {
                return .heldByAnother(until: Date(timeIntervalSince1970: until))
            }
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO refresh_claims (handle, claimant, until) VALUES (?, ?, ?)"
            )
            .execute(arguments: [handle.data, Data(claimant), lease.timeIntervalSince1970])
            return .granted
        }
    }

    /// Gives a claim back.
    public func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws {
        try await database.writeSessions { database in
            try database.cachedStatement(sql: "DELETE FROM refresh_claims WHERE handle = ? AND claimant = ?")
                .execute(arguments: [handle.data, Data(claimant)])
        }
    }

    /// The result of the session's last refresh.
    public func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? {
        try await database.readSessions { try Self.storedRefresh(of: handle, in: $0) }
    }

    private static func storedRefresh(of handle: SessionHandle, in database: Database) throws -> StoredRefresh? {
        let statement = try database.cachedStatement(sql: "SELECT generation, sealed FROM refreshes WHERE handle = ?")
        return try Row.fetchOne(statement, arguments: [handle.data]).map {
            StoredRefresh(generation: $0[0], sealed: Array($0[1] as Data))
        }
    }

    /// Keeps the result of a refresh, unless the session has ended or one at least as new is there.
    @discardableResult
    public func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool {
        try await database.writeSessions { database in
            try database.cachedStatement(
                sql: """
                    INSERT INTO refreshes (handle, generation, sealed, until)
                    SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM ended_sessions WHERE handle = ?1)
                    ON CONFLICT (handle) DO UPDATE SET generation = excluded.generation, sealed = excluded.sealed, until = excluded.until
                    WHERE excluded.generation > refreshes.generation
                    """
            ).execute(arguments: [handle.data, refresh.generation, Data(refresh.sealed), until.timeIntervalSince1970])
            guard database.changesCount == 1 else { return false }
            try database.cachedStatement(sql: "DELETE FROM refresh_claims WHERE handle = ?").execute(arguments: [
                handle.data
            ])
            return true
        }
    }
}
