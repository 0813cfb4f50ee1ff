public import FoundationEssentials
public import SessionStorage

/// The statements that end sessions, within a transaction.
///
/// Locks are always taken in the same order. First comes a consumed value or the row with a user's sign-ins, then the
/// rows of the sessions, and last the one row with the place of the last ending. That row is locked until the
/// transaction ends. So endings become visible in the order of their places, and a replica that has read up to one
/// place misses none before it.
struct EndingStatements {
    /// Notifies the other processes that a session has ended.
    static let channel = "latchkey_endings"
    /// The number of endings that one statement lists if there are many.
    private static let rowsAtOnce = 100

    let connection: PostgreSQLConnection

    /// Commits a change of nothing with the transaction, or by itself, and so confirms all that is visible.
    ///
    /// If a commit that waits for a standby is cancelled, its change becomes visible, but is lost if the standby takes
    /// over. A later commit returns only once the standby has both. So a result that rests on something visible, and
    /// has changed nothing, needs this.
    func confirm() throws(PostgreSQLStorageError) {
        try connection.execute("UPDATE latchkey_last_ending SET sequence = sequence WHERE singleton = 1")
    }

    /// Ends one session, which is listed until its row's expiry, or until the given one if there is no row.
    @discardableResult
    func end(_ id: SessionID, until expiry: Date) throws(PostgreSQLStorageError) -> RemovedSession? {
        let removed = try remove(where: "id = $1", [.bytes(id.bytes)]).first
        try list([(id, removed?.expires ?? expiry)])
        return removed
    }

    /// Ends at most so many sessions of a group.
    func end(_ group: SessionGroup, limit: Int) throws(PostgreSQLStorageError) -> [RemovedSession] {
        let removed = try remove(group, limit: limit)
        if !removed.isEmpty {
            try list(removed.map { ($0.id, $0.expires) })
        } else if !group.mayBeAnybodys {
            try confirm()
        }
        return removed
    }

    /// Ends the sessions whose place a new one takes.
    func end(_ replaced: SessionID?, until expiry: Date, and group: SessionGroup) throws(PostgreSQLStorageError)
        -> [RemovedSession]
    {
        var removed: [RemovedSession] = []
        if let replaced { removed += try remove(where: "id = $1", [.bytes(replaced.bytes)]) }
        // The ending is listed also if the session has no row.
        let missing = removed.isEmpty ? replaced.map { ($0, expiry) } : nil
        removed += try remove(group, limit: SessionGroup.batchSize)
        let ended = (missing.map { [$0] } ?? []) + removed.map { ($0.id, $0.expires) }
        if !ended.isEmpty { try list(ended) }
        return removed
    }

    /// Removes the rows of at most so many sessions of a group.
    private func remove(_ group: SessionGroup, limit: Int) throws(PostgreSQLStorageError) -> [RemovedSession] {
        let (selection, values): (String, [PostgreSQLValue]) =
            switch group {
            case .providerSession(let session, let issuer, let authority?):
                (
                    "\(Self.ofProviderSession) AND authority = $4",
                    [.text(issuer), .text(session), .text(authority)]
                )
            case .providerSession(let session, let issuer, nil):
                (Self.ofProviderSession, [.text(issuer), .text(session)])
            case .user(let user, let exception):
                ("user_key = $2 AND id <> $3", [.text(user), .bytes(exception?.bytes ?? [])])
            case .subject(let subject, let scope, let authority, let date):
                (
                    "scope = $2 AND subject = $3 AND authority = $4 AND started <= $5",
                    [.text(scope), .text(subject), .text(authority), .time(date)]
                )
            case .leastRecentlyUsed(let user, let exception, let spared, let date):
                (
                    """
                    user_key = $2 AND id <> $3 AND until > $4
                    ORDER BY last_used DESC, inserted DESC, id DESC OFFSET $5
                    """,
                    [.text(user), .bytes(exception.bytes), .time(date), .integer(Int64(spared))]
                )
            }
        var removed: [RemovedSession] = []
        // Other transactions may have ended some of those that a statement has chosen, so that it removes fewer than
        // there are.
        while removed.count < limit {
            let batch = try remove(
                where: "id IN (SELECT id FROM latchkey_sessions WHERE \(selection) LIMIT $1)",
                [.integer(Int64(limit - removed.count))] + values)
            if batch.isEmpty { break }
            removed += batch
        }
        return removed
    }

    /// The condition for a `sid` of the sign-in's ID token or of a refreshed one; written so that each has its index.
    private static let ofProviderSession =
        "(issuer = $2 AND provider_session = $3 OR issuer = $2 AND refreshed_provider_session = $3)"

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
        let first = last - Int64(sessions.count - 1)
        var rows = sessions.enumerated().map { index, session -> [PostgreSQLValue] in
            [.integer(first + Int64(index)), .bytes(session.id.bytes), .time(session.until)]
        }[...]
        // The row with the last place is locked meanwhile. Statements of two lengths only, because each is prepared.
        while !rows.isEmpty {
            let count = rows.count < Self.rowsAtOnce ? 1 : Self.rowsAtOnce
            let places = (0..<count).map { "($\(3 * $0 + 1), $\(3 * $0 + 2), $\(3 * $0 + 3))" }
            try connection.execute(
                """
                INSERT INTO latchkey_ended_sessions (sequence, id, until) VALUES \(places.joined(separator: ", "))
                ON CONFLICT (id) DO NOTHING
                """,
                rows.prefix(count).flatMap(\.self))
            rows = rows.dropFirst(count)
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

    public func endAll(
        _ group: SessionGroup, limit: Int, consuming value: OneTimeValue?
    ) async throws -> [RemovedSession]? {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            let removed = try connection.transaction { () throws(PostgreSQLStorageError) -> [RemovedSession]? in
                if let value, try !Self.consume(value, on: connection) {
                    try EndingStatements(connection: connection).confirm()
                    return nil
                }
                let removed = try EndingStatements(connection: connection).end(group, limit: limit)
                if let value, removed.count == limit { try Self.forget(value, on: connection) }
                return removed
            }
            if removed?.isEmpty == false { connection.notify(EndingStatements.channel) }
            return removed
        }
    }
}

extension SessionGroup {
    /// Whether any site can have named the group, so that a request for it must cost little.
    fileprivate var mayBeAnybodys: Bool {
        if case .providerSession(_, issuer: _, authority: nil) = self { true } else { false }
    }
}
