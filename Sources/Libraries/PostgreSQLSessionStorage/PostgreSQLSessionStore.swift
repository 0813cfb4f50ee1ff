public import FoundationEssentials
public import Logging
public import ServiceLifecycle
public import SessionStorage

/// A store of sessions in a PostgreSQL database, which the replicas of a site share.
///
/// Its connections are separate ones, so that sessions never wait for other statements. Run it as a service; in a
/// `ServiceGroup` list it before the services that use it.
///
/// Calls throw ``PostgreSQLStorageError``, and `CancellationError` if the task is cancelled first.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
public struct PostgreSQLSessionStore: SessionStore, Service {
    /// Maximum number of rows that are read, changed or deleted at once.
    private static let batch: Int64 = 5000

    package let database: PostgreSQLDatabase

    /// A store that connects when it is first used, and then creates or migrates its tables.
    ///
    /// - Parameters:
    ///   - url: The database's URL for libpq: `postgresql://user:password@host/database?sslmode=…`.
    ///   - connectionCount: Maximum number of connections, in addition to one that listens for endings.
    /// - Throws: ``PostgreSQLStorageError`` if the URL is invalid, or no thread can be started.
    public init(url: String, connectionCount: Int = 3, logger: Logger) throws {
        guard let url = try PostgreSQLURL(url) else {
            throw PostgreSQLStorageError(.invalidURL, "the URL has to start with postgresql://")
        }
        try self.init(url, connectionCount: connectionCount, logger: logger)
    }

    package init(_ url: PostgreSQLURL, connectionCount: Int = 3, logger: Logger) throws {
        database = try PostgreSQLDatabase(url, connectionCount: connectionCount, schema: .sessions, logger: logger)
    }

    /// Runs until the graceful shutdown of the service group, or until the task is cancelled, and then closes the
    /// connections.
    public func run() async throws { try await database.run() }

    /// Opens new connections with the user, the password and the parameters of another URL.
    ///
    /// - Throws: ``PostgreSQLStorageError`` if it can't be read, or names another server or database.
    public func replaceCredentials(with url: String) throws {
        guard let url = try PostgreSQLURL(url) else {
            throw PostgreSQLStorageError(.invalidURL, "the URL has to start with postgresql://")
        }
        try database.replaceCredentials(with: url)
    }

    public func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?, limits: SessionLimits
    ) async throws -> [RemovedSession] {
        let removed = try await database.perform { connection throws(PostgreSQLStorageError) in
            let removed = try connection.transaction { () throws(PostgreSQLStorageError) -> [RemovedSession]? in
                guard try Self.countSignIn(record, limit: limits.signInsPerDay, on: connection) else { return nil }
                try Self.insert(record, tokens: tokens, on: connection)
                return try EndingStatements(connection: connection).end(
                    replaced, until: record.expires, and: limits.displaced(by: record))
            }
            if let removed, replaced != nil || !removed.isEmpty { connection.notify(EndingStatements.channel) }
            return removed
        }
        guard let removed else { throw SignInLimitError() }
        return removed
    }

    /// Counts a sign-in of a user, unless the limit is reached.
    ///
    /// The user's row is locked until the transaction ends, so that sessions which start at the same time count each
    /// other. Advisory locks would do the same, but not every server has them.
    private static func countSignIn(
        _ record: SessionRecord, limit: Int, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> Bool {
        try connection.execute(
            """
            INSERT INTO latchkey_sign_ins AS known (user_key, number, until) VALUES ($1, 1, $3)
            ON CONFLICT (user_key) DO UPDATE SET
                number = CASE WHEN known.until > $2 THEN known.number + 1 ELSE 1 END,
                until = CASE WHEN known.until > $2 THEN known.until ELSE excluded.until END
            WHERE known.until <= $2 OR known.number < $4
            """,
            [
                .text(record.user), .time(record.started), .time(record.started + SessionLimits.period),
                .integer(Int64(limit)),
            ]) == 1
    }

    private static func insert(
        _ record: SessionRecord, tokens: [UInt8], on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) {
        try connection.execute(
            """
            INSERT INTO latchkey_sessions (
                id, user_key, scope, issuer, subject, provider_session, authority, started, until, last_used, browser,
                tokens)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            [
                .bytes(record.id.bytes), .text(record.user), .text(record.scope), .text(record.issuer),
                .text(record.subject), .text(record.providerSession), .text(record.authority), .time(record.started),
                .time(record.expires), .time(record.lastUsed), .text(record.browser), .bytes(tokens),
            ])
    }

    public func session(_ id: SessionID) async throws -> SessionRecord? {
        try await read(
            "SELECT \(SessionRecord.columns) FROM latchkey_sessions WHERE id = $1", [.bytes(id.bytes)],
            SessionRecord.init(row:)
        ).first ?? nil
    }

    public func sessions(
        of user: String, after place: SessionRecord?, limit: Int, now: Date
    ) async throws -> [SessionRecord] {
        try await read(
            """
            SELECT \(SessionRecord.columns) FROM latchkey_sessions
            WHERE user_key = $1 AND until > $2 AND (last_used, id) < ($3, $4)
            ORDER BY last_used DESC, id DESC LIMIT $5
            """,
            [
                .text(user), .time(now), .time(place?.lastUsed ?? .distantFuture), .bytes(place?.id.bytes ?? []),
                .integer(Int64(limit)),
            ], SessionRecord.init(row:)
        ).compactMap(\.self)
    }

    public func noteUses(_ uses: [SessionID: Date]) async throws {
        // All transactions lock rows in one order, so that there are no deadlocks.
        let uses = uses.map { ($0.bytes, $1) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        _ = try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.executeAll(
                uses.map { id, date in
                    ("UPDATE latchkey_sessions SET last_used = $2 WHERE id = $1", [.bytes(id), .time(date)])
                })
        }
    }

    public func consume(_ value: OneTimeValue) async throws -> Bool {
        try await database.perform { connection throws(PostgreSQLStorageError) in
            let isNew = try Self.consume(value, on: connection)
            if !isNew { try EndingStatements(connection: connection).confirm() }
            return isNew
        }
    }

    static func consume(
        _ value: OneTimeValue, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> Bool {
        try connection.execute(
            "INSERT INTO latchkey_consumed_values (value, until) VALUES ($1, $2) ON CONFLICT (value) DO NOTHING",
            [.bytes(value.bytes), .time(value.expires)]) == 1
    }

    static func forget(_ value: OneTimeValue, on connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        try connection.execute("DELETE FROM latchkey_consumed_values WHERE value = $1", [.bytes(value.bytes)])
    }

    public func storePendingForm(
        _ sealed: [UInt8], named name: [UInt8], of owner: [UInt8], until expiry: Date, limit: Int
    ) async throws {
        try await execute(
            """
            INSERT INTO latchkey_pending_forms (name, sealed, owner, until) VALUES ($1, $2, $3, $4)
            ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, until = excluded.until
            """,
            [.bytes(name), .bytes(sealed), .bytes(owner), .time(expiry)])
        try await execute(
            """
            DELETE FROM latchkey_pending_forms WHERE name IN (
                SELECT name FROM latchkey_pending_forms WHERE owner = $1 AND name <> $2
                ORDER BY until DESC OFFSET $3)
            """,
            [.bytes(owner), .bytes(name), .integer(Int64(limit - 1))])
    }

    public func pendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await read(
            "SELECT sealed FROM latchkey_pending_forms WHERE name = $1 AND until > $2", [.bytes(name), .time(now)]
        ) { row throws(PostgreSQLStorageError) in try row.bytes(0) }.first
    }

    public func takePendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        let taken = try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.query(
                "DELETE FROM latchkey_pending_forms WHERE name = $1 RETURNING sealed, until", [.bytes(name)]
            ) { row throws(PostgreSQLStorageError) in (sealed: try row.bytes(0), until: try row.time(1)) }
        }
        return taken.first.flatMap { $0.until > now ? $0.sealed : nil }
    }

    /// Removes rows that have expired by the server's clock as well, a batch at a time, so that no statement takes
    /// long.
    ///
    /// A replica with a fast clock must not remove entries that the others still need.
    public func removeExpired(now: Date) async throws {
        let tables = [
            "sessions": "id", "ended_sessions": "id", "consumed_values": "value", "pending_forms": "name",
            "sign_ins": "user_key",
        ]
        for (table, key) in tables {
            // The outer condition repeats the time, because only it is checked again if a row changes meanwhile.
            let sql = """
                DELETE FROM latchkey_\(table)
                WHERE until <= least($1, now())
                    AND \(key) IN (SELECT \(key) FROM latchkey_\(table) WHERE until <= least($1, now()) LIMIT $2)
                """
            // Of two replicas that remove the same rows at once, one removes few of a batch, or none.
            while try await execute(sql, [.time(now), .integer(Self.batch)]) > 0 {}
        }
    }

    public func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        var endings: [EndedSession] = []
        var last = sequence
        while true {
            let found = try await read(
                """
                SELECT sequence, id, until FROM latchkey_ended_sessions WHERE sequence > $1 AND until > $2
                ORDER BY sequence LIMIT $3
                """,
                [.integer(last), .time(now), .integer(Self.batch)]
            ) { row throws(PostgreSQLStorageError) in
                (sequence: try row.integer(0), id: SessionID(try row.bytes(1)), expires: try row.time(2))
            }
            endings += found.compactMap { row in
                row.id.map { EndedSession(sequence: row.sequence, id: $0, expires: row.expires) }
            }
            guard found.count == Self.batch, let next = found.last?.sequence else { return endings }
            last = next
        }
    }

    /// The place of the last ending, which changes with each.
    public func changeCounter() async throws -> Int64 {
        try await read("SELECT sequence FROM latchkey_last_ending WHERE singleton = 1", []) {
            row throws(PostgreSQLStorageError) in
            try row.integer(0)
        }.first ?? 0
    }

    public func newEndings() -> AsyncStream<Void> { EndingListener.listen(database) }

    public func check() async throws {
        try await database.perform(operation: #function) { connection throws(PostgreSQLStorageError) in
            try PostgreSQLSchema.sessions.requirePrivileges(connection)
            try EndingStatements(connection: connection).confirm()
        }
    }

    /// Reads rows, and changes nothing.
    func read<Value: Sendable>(
        _ sql: String, _ values: [PostgreSQLValue], operation: String = #function,
        _ read: @escaping @Sendable (PostgreSQLRow) throws(PostgreSQLStorageError) -> Value
    ) async throws -> [Value] {
        try await database.perform(.reading, operation: operation) { connection throws(PostgreSQLStorageError) in
            try connection.query(sql, values, read)
        }
    }

    @discardableResult
    func execute(_ sql: String, _ values: [PostgreSQLValue], operation: String = #function) async throws -> Int {
        try await database.perform(operation: operation) { connection throws(PostgreSQLStorageError) in
            try connection.execute(sql, values)
        }
    }
}

extension SessionStore where Self == PostgreSQLSessionStore {
    /// Sessions in a PostgreSQL database.
    ///
    /// - Throws: As ``PostgreSQLSessionStore/init(url:connectionCount:logger:)``.
    public static func postgreSQL(
        _ url: String, logger: Logger = Logger(label: "sessions")
    ) throws -> PostgreSQLSessionStore {
        try PostgreSQLSessionStore(url: url, logger: logger)
    }
}

extension SessionRecord {
    fileprivate static let columns = """
        id, user_key, scope, issuer, subject, provider_session, authority, started, until, last_used, browser
        """

    fileprivate init?(row: PostgreSQLRow) throws(PostgreSQLStorageError) {
        guard let id = SessionID(try row.bytes(0)) else { return nil }
        self.init(
            id: id, user: try row.text(1), scope: try row.text(2), issuer: try row.text(3), subject: try row.text(4),
            providerSession: row.isNull(5) ? nil : try row.text(5), authority: try row.text(6),
            started: try row.time(7), expires: try row.time(8), lastUsed: try row.time(9), browser: try row.text(10))
    }
}
