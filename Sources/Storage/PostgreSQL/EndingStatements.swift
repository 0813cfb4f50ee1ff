import FoundationEssentials
import SessionRegistry

/// The statements that end sessions, within a transaction.
///
/// The order of their locks is always the same: a value that is spent, the rows of the sessions, then those of their
/// refreshes, and last the one row that has the place of the last ending. It is locked until the transaction is over,
/// so that endings become visible in the order of their places, and whoever has read up to one place misses none before
/// it.
struct EndingStatements {
    /// What tells the other processes that a session has ended.
    static let channel = "latchkey_endings"

    let connection: PostgreSQLConnection

    /// Ends one session.
    ///
    /// - Parameter until: When it would have ended by itself, unless it is known better.
    func end(_ handle: SessionHandle, until: Date, preferringRow: Bool = false) throws(PostgreSQLStorageError) {
        let ends = try connection.query(
            "DELETE FROM latchkey_sessions WHERE handle = $1 RETURNING until", [.bytes(handle.bytes)]
        ) {
            row throws(PostgreSQLStorageError) in
            try row.time(0)
        }
        try list([(handle, preferringRow ? ends.first ?? until : until)])
    }

    /// Ends the sessions of a group.
    ///
    /// - Returns: The endings.
    func endAll(_ group: SessionGroup) throws(PostgreSQLStorageError) -> [EndedSession] {
        let (condition, values): (String, [PostgreSQLValue]) =
            switch group {
            case .providerSession(let session, let issuer):
                ("issuer = $1 AND provider_session = $2", [.text(issuer), .text(session)])
            case .user(let user, let spared):
                (
                    "\(PostgreSQLSessionRegistry.isOfUser) AND handle <> $4",
                    PostgreSQLSessionRegistry.values(user) + [.bytes(spared?.bytes ?? [])]
                )
            case .subject(let subject, let scope, let date):
                ("scope = $1 AND subject = $2 AND begun <= $3", [.text(scope), .text(subject), .time(date)])
            }
        let ends = try connection.query(
            "DELETE FROM latchkey_sessions WHERE \(condition) RETURNING handle, until", values
        ) {
            row throws(PostgreSQLStorageError) in
            (SessionHandle(try row.bytes(0)), try row.time(1))
        }
        return try list(ends.compactMap { handle, until in handle.map { ($0, until) } })
    }

    @discardableResult
    private func list(_ sessions: [(handle: SessionHandle, until: Date)]) throws(PostgreSQLStorageError)
        -> [EndedSession]
    {
        for (handle, until) in sessions.sorted(by: { $0.handle.bytes.lexicographicallyPrecedes($1.handle.bytes) }) {
            try forgetRefresh(of: handle, until: until)
        }
        guard !sessions.isEmpty else { return [] }
        // The time makes places go up even where a server takes over that missed the last ones.
        let places = try connection.query(
            "UPDATE latchkey_last_ending SET sequence = greatest(sequence + $1, $2) WHERE singleton = 1 RETURNING sequence",
            [.integer(Int64(sessions.count)), .integer(Date().microsecondsSince2000)]
        ) { row throws(PostgreSQLStorageError) in
            try row.integer(0)
        }
        guard let last = places.first else {
            throw PostgreSQLStorageError(.unexpectedAnswer, "the table latchkey_last_ending is empty")
        }
        var endings: [EndedSession] = []
        for (index, session) in sessions.enumerated() {
            let ending = EndedSession(
                sequence: last - Int64(sessions.count - 1 - index), handle: session.handle, until: session.until)
            try connection.execute(
                "INSERT INTO latchkey_ended_sessions (sequence, handle, until) VALUES ($1, $2, $3) ON CONFLICT (handle) DO NOTHING",
                [.integer(ending.sequence), .bytes(ending.handle.bytes), .time(ending.until)])
            endings.append(ending)
        }
        return endings
    }

    /// Leaves a mark in the place of the refresh and of the claim to one, which no refresh under way gets past.
    private func forgetRefresh(of handle: SessionHandle, until: Date) throws(PostgreSQLStorageError) {
        try connection.execute(
            """
            INSERT INTO latchkey_refreshes AS stored (handle, generation, ended, until) VALUES ($1, 0, true, $2)
            ON CONFLICT (handle) DO UPDATE SET
                sealed = NULL, ended = true, claimant = NULL, lease = NULL, until = greatest(stored.until, excluded.until)
            """,
            [.bytes(handle.bytes), .time(until)])
    }
}
