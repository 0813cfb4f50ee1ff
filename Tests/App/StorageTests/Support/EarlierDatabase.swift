import Foundation
import GRDB
import Logging
import SessionStorage
import StorageTestSupport
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage
@testable import SQLiteSessionStorage

/// A database as an earlier version made it: its steps as they were released, and rows as it wrote them.
enum EarlierDatabase {
    case sqlite(TemporaryFolder)
    case postgresql(PostgreSQLURL)

    enum Version {
        /// There are no tables.
        case empty
        /// Owners and sessions have no user keys.
        case withoutUserKeys
        /// Tasks and sessions have one schema.
        case sharedSchema
    }

    /// Creates a database with tasks of these owners, one each, whose text is the owner.
    ///
    /// With the shared schema it has a session as well, the form `9` of the name `1`, and the consumed value `2`.
    init(_ kind: StorageKind, _ version: Version, owners: [String]) async throws {
        if kind == .postgresql {
            self = .postgresql(try #require(try PostgreSQLURL(try await TestPostgreSQL.shared.makeDatabase())))
            if version != .empty { try run(Self.postgresqlSteps) }
            if version == .sharedSchema { try run(Self.postgresqlSharedSchema) }
        } else {
            self = .sqlite(try TemporaryFolder())
            if version != .empty { try run(Self.sqliteSteps) }
            if version == .sharedSchema { try run(Self.sqliteSharedSchema) }
        }
        for (index, owner) in owners.enumerated() { try insert(owner, index) }
    }

    /// The path of the SQLite file.
    var path: String {
        guard case .sqlite(let folder) = self else { return "" }
        return folder.file("latchkey.sqlite")
    }

    /// Runs statements that return nothing.
    func run(_ sql: String) throws {
        switch self {
        case .sqlite: try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
        case .postgresql(let url): try PostgreSQLConnection(url).run(sql)
        }
    }

    /// The texts in the first column of a query's rows.
    func texts(_ sql: String) throws -> [String] {
        switch self {
        case .sqlite: try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
        case .postgresql(let url):
            try PostgreSQLConnection(url).query(sql) { row throws(PostgreSQLStorageError) in try row.text(0) }
        }
    }

    /// Adds a task as a process of an earlier version does.
    func insert(_ owner: String, _ number: Int) throws {
        let id = "01jzzzzzzzzzzzzzzzzzzzzz\(10 + number)"
        switch self {
        case .sqlite:
            try DatabaseQueue(path: path).write {
                try $0.execute(
                    sql: "INSERT INTO tasks (owner, id, task, completed, created) VALUES (?, ?, ?, 0, 1769860800)",
                    arguments: [owner, id, owner])
                try $0.execute(sql: "INSERT OR REPLACE INTO last_task (singleton, id) VALUES (1, ?)", arguments: [id])
            }
        case .postgresql(let url):
            let connection = try PostgreSQLConnection(url)
            try connection.execute(
                "INSERT INTO latchkey_tasks (owner, id, task, completed, created) VALUES ($1, $2, $1, false, now())",
                [.text(owner), .text(id)])
            try connection.execute(
                """
                INSERT INTO latchkey_last_tasks (owner, id) VALUES ($1, $2)
                ON CONFLICT (owner) DO UPDATE SET id = excluded.id
                """, [.text(owner), .text(id)])
        }
    }

    /// The tasks as a process of this version has them that starts.
    ///
    /// It has one connection, so that it has assigned all that it will before the first call ends.
    func taskStore(
        _ assignment: OwnerAssignment? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> any TaskStore {
        switch self {
        case .sqlite: try SQLiteTaskStore(try SQLiteDatabase(path: path), assignment: assignment, now: now)
        case .postgresql(let url):
            try PostgreSQLTaskStore(url, connectionCount: 1, assignment: assignment, logger: .silent, now: now)
        }
    }

    /// The sessions as a process of this version has them that starts.
    func sessionStore() throws -> any SessionStore {
        switch self {
        case .sqlite: try SQLiteSessionStore(path: path)
        case .postgresql(let url): try PostgreSQLSessionStore(url, logger: .silent)
        }
    }

    /// How many tasks no user of an authority sees.
    func unmatchedTasks(_ prefixes: [String]) async throws -> Int? {
        switch self {
        case .sqlite: try SQLiteInspection(path: path, prefixes: prefixes)?.unmatchedTasks
        case .postgresql(let url):
            try await PostgreSQLInspection(url, prefixes: prefixes, logger: .silent).unmatchedTasks
        }
    }
}
