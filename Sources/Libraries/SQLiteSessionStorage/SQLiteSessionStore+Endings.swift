import GRDB
public import PortableFoundation
public import SessionStorage

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
extension SQLiteSessionStore {
    public func end(_ id: SessionID, until expiry: Date) async throws -> StoredTokens? {
        try await database.writeSessions { try Self.end(id, until: expiry, in: $0)?.tokens }
    }

    static func end(_ id: SessionID, until expiry: Date, in database: Database) throws -> RemovedSession? {
        let removed = try remove(where: "id = ?", [id.data], in: database).first
        try list(id, until: removed?.expires ?? expiry, in: database)
        return removed
    }

    public func endAll(
        _ group: SessionGroup, limit: Int, consuming value: OneTimeValue?
    ) async throws -> [RemovedSession]? {
        try await database.writeSessions { database in
            if let value, try !Self.consume(value, in: database) { return nil }
            let removed = try Self.end(group, limit: limit, in: database)
            if let value, removed.count == limit { try Self.forget(value, in: database) }
            return removed
        }
    }

    /// The condition for a `sid` of the sign-in's ID token or of a refreshed one; written so that each has its index.
    private static let ofProviderSession =
        "(issuer = ?1 AND provider_session = ?2 OR issuer = ?1 AND refreshed_provider_session = ?2)"

    /// Ends at most so many sessions of a group.
    static func end(_ group: SessionGroup, limit: Int, in database: Database) throws -> [RemovedSession] {
        var (selection, values): (String, StatementArguments) =
            switch group {
            case .providerSession(let session, let issuer, let authority?):
                (
                    "\(Self.ofProviderSession) AND authority = ? LIMIT ?",
                    [try storable(issuer), try storable(session), authority]
                )
            case .providerSession(let session, let issuer, nil):
                ("\(Self.ofProviderSession) LIMIT ?", [try storable(issuer), try storable(session)])
            case .user(let user, let exception):
                ("user_key = ? AND id <> ? LIMIT ?", [try storable(user), exception?.data ?? Data()])
            case .subject(let subject, let scope, let authority, let date):
                (
                    "scope = ? AND subject = ? AND authority = ? AND started <= ? LIMIT ?",
                    [try storable(scope), try storable(subject), authority, date.timeIntervalSince1970]
                )
            case .leastRecentlyUsed(let user, let exception, let spared, let date):
                // New rows have the highest `rowid`.
                (
                    """
                    user_key = ?1 AND id <> ?2 AND until > ?3
                    ORDER BY last_used DESC, rowid DESC LIMIT ?5 OFFSET ?4
                    """,
                    [try storable(user), exception.data, date.timeIntervalSince1970, spared]
                )
            }
        values += [limit]
        let removed = try remove(
            where: "id IN (SELECT id FROM latchkey_sessions WHERE \(selection))", values, in: database)
        for session in removed { try list(session.id, until: session.expires, in: database) }
        return removed
    }

    /// Removes the rows of sessions.
    private static func remove(
        where condition: String, _ values: StatementArguments, in database: Database
    ) throws -> [RemovedSession] {
        let statement = try database.cachedStatement(
            sql: """
                DELETE FROM latchkey_sessions WHERE \(condition)
                RETURNING id, until, authority, counter, tokens, lease_until
                """)
        return try Row.fetchAll(statement, arguments: values).compactMap { row in
            try SessionID(row.decode(Data.self, atIndex: 0)).map {
                RemovedSession(
                    id: $0, expires: Date(timeIntervalSince1970: try row.decode(atIndex: 1)),
                    tokens: try StoredTokens(row: row, from: 2))
            }
        }
    }

    /// Adds a session to the list of endings, unless it is there.
    private static func list(_ id: SessionID, until expiry: Date, in database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT INTO latchkey_ended_sessions (id, until) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
        ).execute(arguments: [id.data, expiry.timeIntervalSince1970])
    }

    public func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT sequence, id, until FROM latchkey_ended_sessions
                    WHERE sequence > ? AND until > ? ORDER BY sequence
                    """)
            // All rows at once would take ten times the memory of the endings, of which there may be a million.
            let rows = try Row.fetchCursor(statement, arguments: [sequence, now.timeIntervalSince1970])
            var endings: [EndedSession] = []
            while let row = try rows.next() {
                guard let id = SessionID(try row.decode(Data.self, atIndex: 1)) else { continue }
                endings.append(
                    EndedSession(
                        sequence: try row.decode(atIndex: 0), id: id,
                        expires: Date(timeIntervalSince1970: try row.decode(atIndex: 2))))
            }
            return endings
        }
    }
}
