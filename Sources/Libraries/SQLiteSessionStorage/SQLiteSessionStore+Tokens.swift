import GRDB
public import PortableFoundation
public import SessionStorage

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
extension SQLiteSessionStore {
    public func tokens(of id: SessionID) async throws -> StoredTokens? {
        try await database.readSessions { try Self.tokens(of: id, in: $0) }
    }

    private static func tokens(of id: SessionID, in database: Database) throws -> StoredTokens? {
        let statement = try database.cachedStatement(
            sql: "SELECT authority, counter, tokens, lease_until FROM latchkey_sessions WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.data]).map { try StoredTokens(row: $0, from: 0) }
    }

    /// Acquires or renews a lease.
    ///
    /// SQLite has one transaction at a time that writes, so of several that try at once one finds no lease.
    public func acquireLease(
        of id: SessionID, replacing counter: Int64, by owner: [UInt8], until expiry: Date, takingOver expired: Date?
    ) async throws -> LeaseResult {
        try await database.writeSessions { database in
            guard let tokens = try Self.tokens(of: id, in: database) else { return .ended }
            guard tokens.counter == counter else { return .superseded(tokens) }
            let acquisition = try database.cachedStatement(
                sql: """
                    UPDATE latchkey_sessions SET lease_owner = ?2, lease_until = ?3
                    WHERE id = ?1 AND (lease_owner IS NULL OR lease_owner = ?2 OR lease_until <= ?4)
                    """)
            try acquisition.execute(arguments: [
                id.data, Data(owner), expiry.timeIntervalSince1970, expired?.timeIntervalSince1970,
            ])
            return database.changesCount == 1 ? .acquired : .heldByAnother(until: tokens.leasedUntil ?? expiry)
        }
    }

    public func releaseLease(of id: SessionID, by owner: [UInt8]) async throws {
        try await database.writeSessions { database in
            try database.cachedStatement(
                sql: """
                    UPDATE latchkey_sessions SET lease_owner = NULL, lease_until = NULL
                    WHERE id = ? AND lease_owner = ?
                    """
            ).execute(arguments: [id.data, Data(owner)])
        }
    }

    public func replaceTokens(
        of id: SessionID, with sealed: [UInt8], replacing counter: Int64, providerSession: String?
    ) async throws -> Bool {
        let values: StatementArguments = [id.data, Data(sealed), counter, try providerSession.map(storable)]
        return try await database.writeSessions { database in
            try database.cachedStatement(
                sql: """
                    UPDATE latchkey_sessions
                    SET tokens = ?2, counter = ?3 + 1,
                        lease_owner = CASE WHEN counter <= ?3 THEN NULL ELSE lease_owner END,
                        lease_until = CASE WHEN counter <= ?3 THEN NULL ELSE lease_until END,
                        refreshed_provider_session =
                            coalesce(nullif(?4, provider_session), refreshed_provider_session)
                    WHERE id = ?1 AND (counter <= ?3 OR (counter = ?3 + 1 AND tokens = ?2))
                    """
            ).execute(arguments: values)
            return database.changesCount == 1
        }
    }
}

extension StoredTokens {
    /// The columns `authority`, `counter`, `tokens`, `lease_until` of a row.
    init(row: Row, from column: Int) throws {
        self.init(
            authority: try row.decode(atIndex: column), counter: try row.decode(atIndex: column + 1),
            sealed: Array(try row.decode(Data.self, atIndex: column + 2)),
            leasedUntil: try row.decode(Double?.self, atIndex: column + 3).map { Date(timeIntervalSince1970: $0) })
    }
}
