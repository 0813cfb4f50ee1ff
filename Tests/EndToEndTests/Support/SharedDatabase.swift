import Logging
import PostgreSQLStorage
import SQLiteStorage
import SessionRegistry
import StorageTestSupport

/// A database that replicas share.
enum SharedDatabase: CaseIterable {
    case sqlite, postgresql

    /// The register in the database of a setting; `nil`: in memory.
    static func registry(_ setting: String?) throws -> any SessionRegistry {
        guard let setting else { return SQLiteSessionRegistry(try SQLiteDatabase()) }
        guard let url = try PostgreSQLURL(setting) else {
            return SQLiteSessionRegistry(try SQLiteDatabase(path: setting))
        }
        return PostgreSQLSessionRegistry(try PostgreSQLDatabase(url, logger: .quiet))
    }
}

/// Runs a body with a new database: a file in a folder of its own, which is gone afterwards, or one on the server that
/// all tests share.
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
