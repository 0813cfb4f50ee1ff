import Logging
import StorageTestSupport
import Testing

@testable import PostgreSQLStorage

extension PostgreSQLDatabase {
    /// A database that says nothing in the log.
    convenience init(_ url: String, connectionCount: Int = 4, patience: Duration = PostgreSQLDatabase.defaultPatience)
        throws
    {
        try self.init(
            try #require(try PostgreSQLURL(url)), connectionCount: connectionCount, migrates: true, patience: patience,
            logger: .quiet)
    }

    /// A new and empty database of the server that all tests share.
    static func fresh() async throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase())
    }

    /// One number that a statement answers.
    func number(_ sql: String) async throws -> Int64? {
        try await perform { connection throws(PostgreSQLStorageError) in
            try connection.query(sql) { row throws(PostgreSQLStorageError) in try row.integer(0) }.first
        }
    }

    /// Waits until so many connections wait for a lock.
    func waitForLockWaits(_ count: Int64 = 1) async throws {
        let sql =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        while try await number(sql) != count { try Task.checkCancellation() }
    }
}

extension Logger {
    /// A logger that says nothing.
    static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
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
