public import FoundationEssentials
public import SessionRegistry

/// The register of sessions in a PostgreSQL database.
public struct PostgreSQLSessionRegistry: SessionRegistry {
    /// How many rows are read or deleted at once.
    private static let batch: Int64 = 5000

    let database: PostgreSQLDatabase

    /// A register in a database.
    public init(_ database: PostgreSQLDatabase) {
        self.database = database
    }

    /// Enters a new session and ends the one that it replaces, both or neither.
    public func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.transaction { () throws(PostgreSQLStorageError) in
                try connection.execute(
                    """
                    INSERT INTO latchkey_sessions
                        (handle, user_key, scope, issuer, subject, provider_session, begun, browser, last_seen, until)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                    ON CONFLICT (handle) DO UPDATE SET
                        user_key = excluded.user_key, scope = excluded.scope, issuer = excluded.issuer,
                        subject = excluded.subject, provider_session = excluded.provider_session,
                        begun = excluded.begun, browser = excluded.browser, last_seen = excluded.last_seen,
                        until = excluded.until
                    """,
                    [
                        .bytes(record.handle.bytes), .text(record.user), .text(record.scope), .text(record.issuer),
                        .text(record.subject), .text(record.providerSession), .time(record.begun),
                        .text(record.browser),
                        .time(record.lastSeen), .time(record.end),
                    ])
                if let replaced {
                    try EndingStatements(connection: connection).end(replaced, until: record.end, preferringRow: true)
                }
            }
            if replaced != nil { connection.notify(EndingStatements.channel) }
        }
    }

    /// Ends a session.
    public func end(_ handle: SessionHandle, until: Date) async throws {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.transaction { () throws(PostgreSQLStorageError) in
                try EndingStatements(connection: connection).end(handle, until: until)
            }
            connection.notify(EndingStatements.channel)
        }
    }

    /// Ends the sessions of a group.
    public func endAll(_ group: SessionGroup) async throws -> [EndedSession] {
        try await endAll(group) { _ in true } ?? []
    }

    /// Spends a value and ends the sessions of a group, both or neither.
    public func endAll(_ group: SessionGroup, spending value: [UInt8], until: Date) async throws -> [EndedSession]? {
        try await endAll(group) { connection throws(PostgreSQLStorageError) in
            try Self.spend(value, until: until, on: connection)
        }
    }

    /// Ends the sessions of a group where what comes first in the same transaction allows it.
    private func endAll(
        _ group: SessionGroup,
        if isAllowed: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Bool
    ) async throws -> [EndedSession]? {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            let endings = try connection.transaction { () throws(PostgreSQLStorageError) in
                try isAllowed(connection) ? try EndingStatements(connection: connection).endAll(group) : nil
            }
            if endings?.isEmpty == false { connection.notify(EndingStatements.channel) }
            return endings
        }
    }

    /// The condition that a row is a user's, of the values of ``values(_:)``.
    static let isOfUser = "(user_key = $1 OR user_key IS NULL AND issuer = $2 AND subject = $3)"

    static func values(_ user: SessionUser) -> [PostgreSQLValue] {
        [.text(user.key), .text(user.issuer), .text(user.subject)]
    }

    /// A user's sessions, the newest first.
    public func sessions(of user: SessionUser, now: Date) async throws -> [SessionRecord] {
        let records = try await query(
            """
            SELECT handle, user_key, scope, issuer, subject, provider_session, begun, browser, last_seen, until
            FROM latchkey_sessions WHERE \(Self.isOfUser) AND until > $4 ORDER BY begun DESC
            """,
            Self.values(user) + [.time(now)], SessionRecord.init(row:))
        return records.compactMap(\.self)
    }

    /// Notes when a session was last used.
    public func noteUse(of handle: SessionHandle, at date: Date) async throws {
        try await execute(
            "UPDATE latchkey_sessions SET last_seen = $2 WHERE handle = $1", [.bytes(handle.bytes), .time(date)])
    }

    /// The endings after a place in their order.
    public func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        var endings: [EndedSession] = []
        var last = sequence
        while true {
            let found = try await query(
                """
                SELECT sequence, handle, until FROM latchkey_ended_sessions WHERE sequence > $1 AND until > $2
                ORDER BY sequence LIMIT $3
                """,
                [.integer(last), .time(now), .integer(Self.batch)]
            ) { row throws(PostgreSQLStorageError) in
                (sequence: try row.integer(0), handle: SessionHandle(try row.bytes(1)), until: try row.time(2))
            }
            endings += found.compactMap { row in
                row.handle.map { EndedSession(sequence: row.sequence, handle: $0, until: row.until) }
            }
            guard found.count == Self.batch, let next = found.last?.sequence else { return endings }
            last = next
        }
    }

    /// Keeps what was typed.
    public func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws {
        try await execute(
            """
            INSERT INTO latchkey_kept_forms (name, sealed, until) VALUES ($1, $2, $3)
            ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, until = excluded.until
            """,
            [.bytes(name), .bytes(sealed), .time(until)])
    }

    /// What is kept under a name.
    public func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await query(
            "SELECT sealed FROM latchkey_kept_forms WHERE name = $1 AND until > $2", [.bytes(name), .time(now)]
        ) {
            row throws(PostgreSQLStorageError) in
            try row.bytes(0)
        }.first
    }

    /// Takes out what is kept.
    public func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]? {
        let taken = try await query(
            "DELETE FROM latchkey_kept_forms WHERE name = $1 RETURNING sealed, until", [.bytes(name)]
        ) {
            row throws(PostgreSQLStorageError) in
            (sealed: try row.bytes(0), until: try row.time(1))
        }
        return taken.first.flatMap { $0.until > now ? $0.sealed : nil }
    }

    /// Spends a one-time value.
    public func spend(_ value: [UInt8], until: Date) async throws -> Bool {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try Self.spend(value, until: until, on: connection)
        }
    }

    private static func spend(
        _ value: [UInt8], until: Date, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> Bool {
        try connection.execute(
            "INSERT INTO latchkey_spent_values (value, until) VALUES ($1, $2) ON CONFLICT (value) DO NOTHING",
            [.bytes(value), .time(until)]) == 1
    }

    /// Forgets what is over by the server's clock too, a batch at a time, so that no statement takes long.
    ///
    /// One replica whose clock is fast mustn't take away what still counts for all others.
    public func removeExpired(now: Date) async throws {
        let tables = [
            "sessions": "handle", "ended_sessions": "handle", "refreshes": "handle", "spent_values": "value",
            "kept_forms": "name",
        ]
        for (table, key) in tables {
            // The time is asked for outside too: a row that is changed meanwhile is looked at again by that condition
            // alone.
            let sql = """
                DELETE FROM latchkey_\(table)
                WHERE until <= least($1, now())
                    AND \(key) IN (SELECT \(key) FROM latchkey_\(table) WHERE until <= least($1, now()) LIMIT $2)
                """
            while try await execute(sql, [.time(now), .integer(Self.batch)]) == Self.batch {}
        }
    }

    /// The place of the last ending, which changes with each.
    public func changeCounter() async throws -> Int64 {
        try await query("SELECT sequence FROM latchkey_last_ending WHERE singleton = 1", []) {
            row throws(PostgreSQLStorageError) in
            try row.integer(0)
        }.first ?? 0
    }

    /// Says at once when another process has ended a session, where the server knows `LISTEN`.
    public func newEndings() -> AsyncStream<Void> {
        EndingListener.listen(database)
    }

    /// Throws where the database can't be read.
    public func check() async throws {
        try await database.check()
    }

    func query<Value: Sendable>(
        _ sql: String, _ values: [PostgreSQLValue],
        _ read: @escaping @Sendable (PostgreSQLRow) throws(PostgreSQLStorageError) -> Value
    ) async throws -> [Value] {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.query(sql, values, read)
        }
    }

    @discardableResult
    func execute(_ sql: String, _ values: [PostgreSQLValue]) async throws -> Int {
        try await database.perform { connection throws(PostgreSQLStorageError) in try connection.execute(sql, values) }
    }
}

extension SessionRecord {
    fileprivate init?(row: PostgreSQLRow) throws(PostgreSQLStorageError) {
        guard let handle = SessionHandle(try row.bytes(0)) else { return nil }
        self.init(
            handle: handle, user: row.isNull(1) ? nil : try row.text(1), scope: row.isNull(2) ? nil : try row.text(2),
            issuer: try row.text(3), subject: try row.text(4), providerSession: row.isNull(5) ? nil : try row.text(5),
            begun: try row.time(6), browser: try row.text(7), lastSeen: try row.time(8), end: try row.time(9))
    }
}
