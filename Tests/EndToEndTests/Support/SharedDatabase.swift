import Logging
import PostgreSQLSessionStorage
import SQLiteSessionStorage
import SessionStorage
import StorageTestSupport
import TestSupport

/// A database that replicas share.
enum SharedDatabase: CaseIterable {
    case sqlite, postgresql

    /// The sessions in the database of a setting; `nil`: in memory.
    static func store(_ setting: String?) throws -> any SessionStore {
        guard let setting else { return MemorySessionStore() }
        guard let url = try PostgreSQLURL(setting) else { return try SQLiteSessionStore(path: setting) }
        return try PostgreSQLSessionStore(url, logger: .silent)
    }
}

/// Runs a body with a new database: a file in a new folder, which is deleted afterwards, or one on the server that all
/// tests share.
func withDatabase<Result>(_ kind: SharedDatabase, _ body: (String) async throws -> Result) async throws -> Result {
    switch kind {
    case .sqlite:
        let folder = try TemporaryFolder()
        let result = try await body(folder.file("latchkey.sqlite"))
        _ = folder
        return result
    case .postgresql:
        return try await body(try await TestPostgreSQL.shared.makeDatabase())
    }
}
