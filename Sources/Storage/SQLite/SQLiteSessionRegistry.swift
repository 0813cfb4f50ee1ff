public import FoundationEssentials
import GRDB
public import SessionRegistry

/// The register of sessions in an SQLite database.
public struct SQLiteSessionRegistry: SessionRegistry {
    let database: SQLiteDatabase

    /// A register in an open database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// Enters a new session and ends the one that it replaces, both or neither.
    public func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws {
        let values: StatementArguments = [
            record.handle.data, try record.user.map(storable), try record.scope.map(storable),
            try storable(record.issuer),
            try storable(record.subject), try record.providerSession.map(storable), record.begun.timeIntervalSince1970,
            try storable(record.browser), record.lastSeen.timeIntervalSince1970, record.end.timeIntervalSince1970,
        ]
        try await database.writeSessions { database in
            if let replaced {
                let end = try Double.fetchOne(
                    database.cachedStatement(sql: "SELECT until FROM sessions WHERE handle = ?"),
                    arguments: [replaced.data])
                try Self.end(replaced, until: end ?? record.end.timeIntervalSince1970, in: database)
            }
            try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO sessions
                        (handle, user_key, scope, issuer, subject, provider_session, begun, browser, last_seen, until)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: values)
        }
    }

    /// Ends a session.
    public func end(_ handle: SessionHandle, until: Date) async throws {
        try await database.writeSessions { try Self.end(handle, until: until.timeIntervalSince1970, in: $0) }
    }

    /// Ends the sessions of a group.
    public func endAll(_ group: SessionGroup) async throws -> [EndedSession] {
        try await database.writeSessions { try Self.endAll(group, in: $0) }
    }

    /// Spends a value and ends the sessions of a group, both or neither.
    public func endAll(_ group: SessionGroup, spending value: [UInt8], until: Date) async throws -> [EndedSession]? {
        try await database.writeSessions {
            try Self.spend(value, until: until, in: $0) ? try Self.endAll(group, in: $0) : nil
        }
    }

    private static func endAll(_ group: SessionGroup, in database: Database) throws -> [EndedSession] {
        let (condition, values): (String, StatementArguments) =
            switch group {
            case .providerSession(let session, let issuer):
                ("issuer = ? AND provider_session = ?", [try storable(issuer), try storable(session)])
            case .user(let user, let spared):
                ("\(Self.isOfUser) AND handle <> ?", try Self.values(user) + [spared?.data ?? Data()])
            case .subject(let subject, let scope, let date):
                (
                    "scope = ? AND subject = ? AND begun <= ?",
                    [try storable(scope), try storable(subject), date.timeIntervalSince1970]
                )
            }
        let statement = try database.cachedStatement(sql: "SELECT handle, until FROM sessions WHERE \(condition)")
        return try Row.fetchAll(statement, arguments: values).compactMap { row in
            guard let handle = SessionHandle(row[0] as Data) else { return nil }
            try end(handle, until: row[1], in: database)
            return EndedSession(
                sequence: database.lastInsertedRowID, handle: handle, until: Date(timeIntervalSince1970: row[1]))
        }
    }

    /// The condition that a row is a user's, of the values of ``values(_:)``.
    private static let isOfUser = "(user_key = ? OR user_key IS NULL AND issuer = ? AND subject = ?)"

    private static func values(_ user: SessionUser) throws -> StatementArguments {
        [try storable(user.key), try storable(user.issuer), try storable(user.subject)]
    }

    /// A user's sessions, the newest first.
    public func sessions(of user: SessionUser, now: Date) async throws -> [SessionRecord] {
        let values = try Self.values(user) + [now.timeIntervalSince1970]
        return try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT handle, user_key, scope, issuer, subject, provider_session, begun, browser, last_seen, until
                    FROM sessions WHERE \(Self.isOfUser) AND until > ? ORDER BY begun DESC
                    """)
            return try Row.fetchAll(statement, arguments: values).compactMap(SessionRecord.init(row:))
        }
    }

    /// Notes when a session was last used.
    public func noteUse(of handle: SessionHandle, at date: Date) async throws {
        try await database.writeSessions { database in
            try database.cachedStatement(sql: "UPDATE sessions SET last_seen = ? WHERE handle = ?")
                .execute(arguments: [date.timeIntervalSince1970, handle.data])
        }
    }

    private static func end(_ handle: SessionHandle, until: Double, in database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT INTO ended_sessions (handle, until) VALUES (?, ?) ON CONFLICT (handle) DO NOTHING"
        )
        .execute(arguments: [handle.data, until])
        for table in ["sessions", "refreshes", "refresh_claims"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE handle = ?").execute(arguments: [handle.data])
        }
    }

    /// The endings after a place in their order.
    public func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT sequence, handle, until FROM ended_sessions WHERE sequence > ? AND until > ? ORDER BY sequence"
            )
            return try Row.fetchAll(statement, arguments: [sequence, now.timeIntervalSince1970]).compactMap { row in
                SessionHandle(row[1] as Data).map {
                    EndedSession(sequence: row[0], handle: $0, until: Date(timeIntervalSince1970: row[2]))
                }
            }
        }
    }

    /// Keeps what was typed.
    public func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws {
        try await database.writeSessions { database in
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO kept_forms (name, sealed, until) VALUES (?, ?, ?)"
            )
            .execute(arguments: [Data(name), Data(sealed), until.timeIntervalSince1970])
        }
    }

    /// What is kept under a name.
    public func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await database.readSessions { database in
            let statement = try database.cachedStatement(
                sql: "SELECT sealed FROM kept_forms WHERE name = ? AND until > ?")
            return try Data.fetchOne(statement, arguments: [Data(name), now.timeIntervalSince1970]).map { Array($0) }
        }
    }

    /// Takes out what is kept.
    public func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await database.writeSessions { database in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM kept_forms WHERE name = ? RETURNING sealed, until")
            return try Row.fetchOne(statement, arguments: [Data(name)]).flatMap { row in
                (row[1] as Double) > now.timeIntervalSince1970 ? Array(row[0] as Data) : nil
            }
        }
    }

    /// Spends a one-time value.
    public func spend(_ value: [UInt8], until: Date) async throws -> Bool {
        try await database.writeSessions { try Self.spend(value, until: until, in: $0) }
    }

    private static func spend(_ value: [UInt8], until: Date, in database: Database) throws -> Bool {
        try database.cachedStatement(
            sql: "INSERT INTO spent_values (value, until) VALUES (?, ?) ON CONFLICT (value) DO NOTHING"
        )
        .execute(arguments: [Data(value), until.timeIntervalSince1970])
        return database.changesCount == 1
    }

    /// Forgets what is over.
    public func removeExpired(now: Date) async throws {
        try await database.writeSessions { database in
            for table in ["sessions", "ended_sessions", "refreshes", "refresh_claims", "spent_values", "kept_forms"] {
                try database.cachedStatement(sql: "DELETE FROM \(table) WHERE until <= ?").execute(arguments: [
                    now.timeIntervalSince1970
                ])
            }
        }
    }

    /// A number that differs once another connection has changed the database.
    public func changeCounter() async throws -> Int64 {
        try await database.changeCounter()
    }

    /// Throws where the database can't be read.
    public func check() async throws {
        try await database.check()
    }
}

extension SessionRecord {
    fileprivate init?(row: Row) {
        guard let handle = SessionHandle(row[0] as Data) else { return nil }
        self.init(
            handle: handle, user: row[1], scope: row[2], issuer: row[3], subject: row[4], providerSession: row[5],
            begun: Date(timeIntervalSince1970: row[6]), browser: row[7], lastSeen: Date(timeIntervalSince1970: row[8]),
            end: Date(timeIntervalSince1970: row[9]))
    }
}
