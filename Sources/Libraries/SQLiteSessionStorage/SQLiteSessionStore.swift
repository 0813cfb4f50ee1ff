import GRDB
public import PortableFoundation
public import ServiceLifecycle
public import SessionStorage

/// A store of sessions in an SQLite file, which several processes of one machine may share.
///
/// A write is on disk when its call returns. Run it as a service to have the file closed at the end; in a
/// `ServiceGroup` list it before the services that use it.
///
/// Calls throw ``SQLiteStorageError``, and `CancellationError` if the task is cancelled first.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
public struct SQLiteSessionStore: SessionStore, Service {
    /// Maximum number of expired rows that one transaction deletes.
    private static let batch = 1000

    package let database: SQLiteDatabase

    /// Opens a file, and creates the folder, the file and the tables if they are missing.
    ///
    /// Blocks for as long as that takes. Only the user of the process can read the new files. If another program has
    /// the file locked for more than a moment, calls do the rest, and throw an error of the kind
    /// ``SQLiteStorageError/Kind/busy`` until the file is released.
    ///
    /// - Parameter path: The path of the file, which may have tables of other programs.
    /// - Throws: ``SQLiteStorageError``.
    public init(path: String) throws {
        try self.init(path: path, taskReaders: 1)
    }

    /// The same, in a file that also has tasks, which so many connections read.
    package init(path: String, taskReaders: Int) throws {
        database = try SQLiteDatabase(path: path, taskReaders: taskReaders)
        try database.migrate(.sessions)
    }

    /// Waits for the graceful shutdown of the service group, or for cancellation, and then closes the file.
    ///
    /// Then everything is in the file at the path, unless another process has it open.
    ///
    /// - Throws: GRDB's `DatabaseError` if that fails; the next process that opens the file completes the work.
    public func run() async throws {
        try? await gracefulShutdown()
        try database.close()
    }

    public func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?, limits: SessionLimits
    ) async throws -> [RemovedSession] {
        let user = try storable(record.user)
        let values: StatementArguments = [
            record.id.data, user, try storable(record.scope), try storable(record.issuer),
            try storable(record.subject), try record.providerSession.map(storable), try storable(record.authority),
            record.started.timeIntervalSince1970, record.expires.timeIntervalSince1970,
            record.lastUsed.timeIntervalSince1970, try storable(record.browser), Data(tokens),
        ]
        return try await database.writeSessions { database in
            try Self.countSignIn(of: user, at: record.started, limit: limits.signInsPerDay, in: database)
            try database.cachedStatement(
                sql: """
                    INSERT INTO latchkey_sessions (
                        id, user_key, scope, issuer, subject, provider_session, authority, started, until, last_used,
                        browser, tokens)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: values)
            let removed = try replaced.flatMap { try Self.end($0, until: record.expires, in: database) }
            return (removed.map { [$0] } ?? [])
                + (try Self.end(limits.displaced(by: record), limit: SessionGroup.batchSize, in: database))
        }
    }

    private static func countSignIn(of user: String, at date: Date, limit: Int, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO latchkey_sign_ins AS known (user_key, number, until) VALUES (?1, 1, ?2 + ?3)
                ON CONFLICT (user_key) DO UPDATE SET
                    number = CASE WHEN known.until > ?2 THEN known.number + 1 ELSE 1 END,
                    until = CASE WHEN known.until > ?2 THEN known.until ELSE excluded.until END
                WHERE known.until <= ?2 OR known.number < ?4
                """
        ).execute(arguments: [user, date.timeIntervalSince1970, SessionLimits.period, limit])
        guard database.changesCount == 1 else { throw SignInLimitError() }
    }

    public func session(_ id: SessionID) async throws -> SessionRecord? {
        try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(SessionRecord.columns) FROM latchkey_sessions WHERE id = ?")
            return try Row.fetchOne(statement, arguments: [id.data]).flatMap { try SessionRecord(row: $0) }
        }
    }

    public func sessions(
        of user: String, after place: SessionRecord?, limit: Int, now: Date
    ) async throws -> [SessionRecord] {
        // No time comes after infinity.
        let values: StatementArguments = [
            try storable(user), now.timeIntervalSince1970, place?.lastUsed.timeIntervalSince1970 ?? .infinity,
            place?.id.data ?? Data(), limit,
        ]
        return try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(SessionRecord.columns) FROM latchkey_sessions
                    WHERE user_key = ?1 AND until > ?2 AND (last_used, id) < (?3, ?4)
                    ORDER BY last_used DESC, id DESC LIMIT ?5
                    """)
            return try Row.fetchAll(statement, arguments: values).compactMap { try SessionRecord(row: $0) }
        }
    }

    public func noteUses(_ uses: [SessionID: Date]) async throws {
        try await database.writeSessions { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE latchkey_sessions SET last_used = ? WHERE id = ?")
            for (id, date) in uses { try statement.execute(arguments: [date.timeIntervalSince1970, id.data]) }
        }
    }

    public func consume(_ value: OneTimeValue) async throws -> Bool {
        try await database.writeSessions { try Self.consume(value, in: $0) }
    }

    static func consume(_ value: OneTimeValue, in database: Database) throws -> Bool {
        try database.cachedStatement(
            sql: "INSERT INTO latchkey_consumed_values (value, until) VALUES (?, ?) ON CONFLICT (value) DO NOTHING"
        ).execute(arguments: [Data(value.bytes), value.expires.timeIntervalSince1970])
        return database.changesCount == 1
    }

    static func forget(_ value: OneTimeValue, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM latchkey_consumed_values WHERE value = ?")
            .execute(arguments: [Data(value.bytes)])
    }

    public func storePendingForm(
        _ sealed: [UInt8], named name: [UInt8], of owner: [UInt8], until expiry: Date, limit: Int
    ) async throws {
        try await database.writeSessions { database in
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO latchkey_pending_forms (name, sealed, owner, until) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [Data(name), Data(sealed), Data(owner), expiry.timeIntervalSince1970])
            try database.cachedStatement(
                sql: """
                    DELETE FROM latchkey_pending_forms WHERE name IN (
                        SELECT name FROM latchkey_pending_forms WHERE owner = ? AND name <> ?
                        ORDER BY until DESC LIMIT -1 OFFSET ?)
                    """
            ).execute(arguments: [Data(owner), Data(name), limit - 1])
        }
    }

    public func pendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql: "SELECT sealed FROM latchkey_pending_forms WHERE name = ? AND until > ?")
            return try Data.fetchOne(statement, arguments: [Data(name), now.timeIntervalSince1970]).map { Array($0) }
        }
    }

    public func takePendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await database.writeSessions { database in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM latchkey_pending_forms WHERE name = ? RETURNING sealed, until")
            return try Row.fetchOne(statement, arguments: [Data(name)]).flatMap { row in
                let expiry = try row.decode(Double.self, atIndex: 1)
                return expiry > now.timeIntervalSince1970 ? Array(try row.decode(Data.self, atIndex: 0)) : nil
            }
        }
    }

    /// Removes expired rows, a batch at a time, so that no other write waits for long.
    public func removeExpired(now: Date) async throws {
        let tables = [
            "sessions": "id", "ended_sessions": "id", "consumed_values": "value", "pending_forms": "name",
            "sign_ins": "user_key",
        ]
        for (table, key) in tables {
            let sql = """
                DELETE FROM latchkey_\(table)
                WHERE \(key) IN (SELECT \(key) FROM latchkey_\(table) WHERE until <= ? LIMIT ?)
                """
            var count = Self.batch
            while count == Self.batch {
                count = try await database.writeSessions { database in
                    try database.cachedStatement(sql: sql).execute(
                        arguments: [now.timeIntervalSince1970, Self.batch])
                    return database.changesCount
                }
            }
        }
    }

    public func changeCounter() async throws -> Int64 {
        try await database.readSessions { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Consumes a value that nothing else has, again and again.
    ///
    /// SQLite writes nothing if a row stays as it is, so each time the value gets another expiry.
    public func check() async throws {
        try await database.writeSessions { database in
            try database.cachedStatement(
                sql: """
                    INSERT INTO latchkey_consumed_values (value, until) VALUES (x'', ?)
                    ON CONFLICT (value) DO UPDATE SET until = excluded.until
                    """
            ).execute(arguments: [Date().timeIntervalSince1970])
        }
    }
}

extension SessionStore where Self == SQLiteSessionStore {
    /// Sessions in an SQLite file.
    ///
    /// - Throws: As ``SQLiteSessionStore/init(path:)``.
    public static func sqlite(_ path: String) throws -> SQLiteSessionStore { try SQLiteSessionStore(path: path) }
}

extension SessionID {
    /// The id as it is bound to a statement.
    var data: Data { Data(bytes) }
}

extension SessionRecord {
    fileprivate static let columns = """
        id, user_key, scope, issuer, subject, provider_session, authority, started, until, last_used, browser
        """

    fileprivate init?(row: Row) throws {
        func date(_ column: Int) throws -> Date { Date(timeIntervalSince1970: try row.decode(atIndex: column)) }
        guard let id = SessionID(try row.decode(Data.self, atIndex: 0)) else { return nil }
        self.init(
            id: id, user: try row.decode(atIndex: 1), scope: try row.decode(atIndex: 2),
            issuer: try row.decode(atIndex: 3), subject: try row.decode(atIndex: 4),
            providerSession: try row.decode(atIndex: 5), authority: try row.decode(atIndex: 6), started: try date(7),
            expires: try date(8), lastUsed: try date(9), browser: try row.decode(atIndex: 10))
    }
}
