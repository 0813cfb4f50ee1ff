import Foundation
import Logging
import StorageTestSupport
import TaskStorage
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

extension PostgreSQLSessionStore {
    /// A store that logs nothing.
    init(_ url: String, connectionCount: Int = 4) throws {
        try self.init(url: url, connectionCount: connectionCount, logger: .silent)
    }

    /// A store in a new and empty database of the server that all tests share.
    static func fresh() async throws -> PostgreSQLSessionStore {
        try PostgreSQLSessionStore(try await TestPostgreSQL.shared.makeDatabase())
    }
}

extension PostgreSQLTaskStore {
    /// A store that logs nothing.
    init(_ url: String, connectionCount: Int = 4, now: @escaping @Sendable () -> Date = { Date() }) throws {
        try self.init(
            try #require(try PostgreSQLURL(url)), connectionCount: connectionCount, logger: .silent, now: now)
    }

    /// A store in a new and empty database of the server that all tests share.
    static func fresh() async throws -> PostgreSQLTaskStore {
        try PostgreSQLTaskStore(try await TestPostgreSQL.shared.makeDatabase())
    }
}

extension PostgreSQLDatabase {
    /// A database with the tables of sessions that logs nothing.
    convenience init(_ url: String, connectionCount: Int = 4, patience: Duration = PostgreSQLDatabase.defaultPatience)
        throws
    {
        try self.init(
            try #require(try PostgreSQLURL(url)), connectionCount: connectionCount, schema: .sessions,
            patience: patience, logger: .silent)
    }

    /// A new and empty database of the server that all tests share.
    static func fresh() async throws -> PostgreSQLDatabase { try await PostgreSQLSessionStore.fresh().database }

    /// Throws if the tables of sessions can't be read.
    func check() async throws { _ = try await number("SELECT sequence FROM latchkey_last_ending") }

    /// One number that a statement returns.
    func number(_ sql: String) async throws -> Int64? {
        try await perform(.reading) { connection throws(PostgreSQLStorageError) in
            try connection.query(sql) { row throws(PostgreSQLStorageError) in try row.integer(0) }.first
        }
    }

    /// Waits until so many connections wait for a lock.
    func waitForLockWaits(_ count: Int64 = 1) async throws {
        let sql =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        try await eventually { try await number(sql) == count }
    }
}

/// Runs a body that is expected to fail with an error of the storage's, and returns it.
func storageError(_ body: () async throws -> Void) async -> PostgreSQLStorageError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? PostgreSQLStorageError
    }
}
