public import FoundationEssentials
public import SessionStorage

/// Each step is one statement, so that the second of two concurrent ones sees the first one's changes.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
extension PostgreSQLSessionStore {
    private static let selection =
        "SELECT authority, counter, tokens, lease_until FROM latchkey_sessions WHERE id = $1"

    public func tokens(of id: SessionID) async throws -> StoredTokens? {
        try await read(Self.selection, [.bytes(id.bytes)]) { row throws(PostgreSQLStorageError) in
            try StoredTokens(row: row, from: 0)
        }.first
    }

    public func acquireLease(
        of id: SessionID, replacing counter: Int64, by owner: [UInt8], until expiry: Date, takingOver expired: Date?
    ) async throws -> LeaseResult {
        let values: [PostgreSQLValue] = [
            .bytes(id.bytes), .bytes(owner), .time(expiry), .integer(counter), .time(expired),
        ]
        return try await database.perform { connection throws(PostgreSQLStorageError) -> LeaseResult in
            let isAcquired =
                try connection.execute(
                    """
                    UPDATE latchkey_sessions SET lease_owner = $2, lease_until = $3
                    WHERE id = $1 AND counter = $4
                        AND (lease_owner IS NULL OR lease_owner = $2 OR lease_until <= $5)
                    """, values) == 1
            if isAcquired { return .acquired }
            let tokens = try connection.query(Self.selection, [.bytes(id.bytes)]) {
                row throws(PostgreSQLStorageError) in
                try StoredTokens(row: row, from: 0)
            }
            guard let tokens = tokens.first else { return .ended }
            guard tokens.counter == counter else { return .superseded(tokens) }
            guard let leasedUntil = tokens.leasedUntil else {
                // The conflicting row is gone already, so the call may be repeated.
                throw PostgreSQLStorageError(.contended, "the lease of a session was released while it was read")
            }
            return .heldByAnother(until: leasedUntil)
        }
    }

    public func releaseLease(of id: SessionID, by owner: [UInt8]) async throws {
        try await execute(
            "UPDATE latchkey_sessions SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2",
            [.bytes(id.bytes), .bytes(owner)])
    }

    /// Writes a row that has the tokens already as well, because a commit waits for the standby, and a look doesn't.
    ///
    /// Another replica may have acquired the lease since the tokens were first written.
    public func replaceTokens(
        of id: SessionID, with sealed: [UInt8], replacing counter: Int64, providerSession: String?
    ) async throws -> Bool {
        try await execute(
            """
            UPDATE latchkey_sessions
            SET tokens = $2, counter = $3 + 1,
                lease_owner = CASE WHEN counter <= $3 THEN NULL ELSE lease_owner END,
                lease_until = CASE WHEN counter <= $3 THEN NULL ELSE lease_until END,
                refreshed_provider_session = coalesce(nullif($4, provider_session), refreshed_provider_session)
            WHERE id = $1 AND (counter <= $3 OR (counter = $3 + 1 AND tokens = $2))
            """,
            [.bytes(id.bytes), .bytes(sealed), .integer(counter), .text(providerSession)]) == 1
    }
}

extension StoredTokens {
    /// The columns `authority`, `counter`, `tokens`, `lease_until` of a row.
    init(row: PostgreSQLRow, from column: Int32) throws(PostgreSQLStorageError) {
        self.init(
            authority: try row.text(column), counter: try row.integer(column + 1), sealed: try row.bytes(column + 2),
            leasedUntil: row.isNull(column + 3) ? nil : try row.time(column + 3))
    }
}
