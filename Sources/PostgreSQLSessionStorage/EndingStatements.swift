public import FoundationEssentials
public import SessionStorage

/// The statements that end sessions, within a transaction.
///
/// Locks are always taken in the same order: a consumed value, the rows of the sessions, and last the one row with the
/// place of the last ending. That row is locked until the transaction ends. So endings become visible in the order of
/// their places, and a replica that has read up to one place misses none before it.
struct EndingStatements {
    /// Notifies the other processes that a session has ended.
    static let channel = "latchkey_endings"

    let connection: PostgreSQLConnection

    /// Ends one session, which is listed until its row's expiry, or until the given one if there is no row.
    @discardableResult
    func end(_ id: SessionID, until expiry: Date) throws(PostgreSQLStorageError) -> RemovedSession? {
        let removed = try remove(where: "id = $1", [.bytes(id.bytes)]).first
        try list([(id, removed?.expires ?? expiry)])
        return removed
    }

    /// Ends the sessions of a group.
    func endAll(_ group: SessionGroup) throws(PostgreSQLStorageError) -> [RemovedSession] {
        let (condition, values): (String, [PostgreSQLValue]) =
            switch group {
            case .providerSession(let session, let issuer, let authority?):
                (
                    "\(Self.ofProviderSession) AND authority = $3",
                    [.text(issuer), .text(session), .text(authority)]
                )
            case .providerSession(let session, let issuer, nil):
                (Self.ofProviderSession, [.text(issuer), .text(session)])
            case .user(let user, let exception):
                ("user_key = $1 AND id <> $2", [.text(user), .bytes(exception?.bytes ?? [])])
            case .subject(let subject, let scope, let authority, let date):
                (
                    "scope = $1 AND subject = $2 AND authority = $3 AND started <= $4",
                    [.text(scope), .text(subject), .text(authority), .time(date)]
                )
            }
        let removed = try remove(where: condition, values)
        if !removed.isEmpty { try list(removed.map { ($0.id, $0.expires) }) }
        return removed
    }

    /// The condition for a `sid` of the sign-in's ID token or of a refreshed one; written so that each has its index.
    private static let ofProviderSession =
        "(issuer = $1 AND provider_session = $2 OR issuer = $1 AND refreshed_provider_session = $2)"

    private func remove(
        where condition: String, _ values: [PostgreSQLValue]
    ) throws(PostgreSQLStorageError) -> [RemovedSession] {
        try connection.query(
            """
            DELETE FROM latchkey_sessions WHERE \(condition)
            RETURNING id, until, authority, counter, tokens, lease_until
            """, values
        ) { row throws(PostgreSQLStorageError) -> RemovedSession? in
            guard let id = SessionID(try row.bytes(0)) else { return nil }
            return RemovedSession(id: id, expires: try row.time(1), tokens: try StoredTokens(row: row, from: 2))
        }.compactMap(\.self)
    }

    private func list(_ sessions: [(id: SessionID, until: Date)]) throws(PostgreSQLStorageError) {
        // With the time in it, places increase even if a server takes over that missed the last ones.
        let places = try connection.query(
            """
            UPDATE latchkey_last_ending SET sequence = greatest(sequence + $1, $2) WHERE singleton = 1
            RETURNING sequence
            """,
            [.integer(Int64(sessions.count)), .integer(Date().microsecondsSince2000)]
        ) { row throws(PostgreSQLStorageError) in
            try row.integer(0)
        }
        guard let last = places.first else {
            throw PostgreSQLStorageError(.unexpectedResult, "the table latchkey_last_ending is empty")
        }
        for (index, session) in sessions.enumerated() {
            try connection.execute(
                """
                INSERT INTO latchkey_ended_sessions (sequence, id, until) VALUES ($1, $2, $3)
                ON CONFLICT (id) DO NOTHING
                """,
                [
                    .integer(last - Int64(sessions.count - 1 - index)), .bytes(session.id.bytes), .time(session.until),
                ])
        }
    }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
extension PostgreSQLSessionStore {
    public func end(_ id: SessionID, until expiry: Date) async throws -> StoredTokens? {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            let removed = try connection.transaction { () throws(PostgreSQLStorageError) in
                try EndingStatements(connection: connection).end(id, until: expiry)
            }
            connection.notify(EndingStatements.channel)
            return removed?.tokens
        }
    }

    public func endAll(_ group: SessionGroup, consuming value: OneTimeValue?) async throws -> [RemovedSession]? {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            let removed = try connection.transaction { () throws(PostgreSQLStorageError) -> [RemovedSession]? in
                if let value, try !Self.consume(value, on: connection) { return nil }
                return try EndingStatements(connection: connection).endAll(group)
            }
            if removed?.isEmpty == false { connection.notify(EndingStatements.channel) }
            return removed
        }
    }
}
