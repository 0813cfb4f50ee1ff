import Logging
import PostgreSQLStorage
import SQLiteStorage
import SessionRegistry
import StorageTestSupport
import TaskCore
import Testing

/// The implementations that all have to pass the same tests.
enum StorageKind: CaseIterable {
    case memory, sqliteMemory, sqliteFile, postgresql

    /// A new task store, and what has to live as long as it is used.
    func makeTaskStore() async throws -> (store: any TaskStore, folder: TemporaryFolder?) {
        switch self {
        case .memory: return (MemoryTaskStore(), nil)
        case .sqliteMemory: return (SQLiteTaskStore(try SQLiteDatabase()), nil)
        case .sqliteFile:
            let folder = try TemporaryFolder()
            return (SQLiteTaskStore(try SQLiteDatabase(path: folder.file("tasks.sqlite"))), folder)
        case .postgresql: return (PostgreSQLTaskStore(try await Self.makePostgreSQLDatabase()), nil)
        }
    }

    /// A new register, and what has to live as long as it is used.
    func makeRegistry() async throws -> (registry: any SessionRegistry, folder: TemporaryFolder?) {
        switch self {
        case .memory: return (MemorySessionRegistry(), nil)
        case .sqliteMemory: return (SQLiteSessionRegistry(try SQLiteDatabase()), nil)
        case .sqliteFile:
            let folder = try TemporaryFolder()
            return (SQLiteSessionRegistry(try SQLiteDatabase(path: folder.file("sessions.sqlite"))), folder)
        case .postgresql: return (PostgreSQLSessionRegistry(try await Self.makePostgreSQLDatabase()), nil)
        }
    }

    private static func makePostgreSQLDatabase() async throws -> PostgreSQLDatabase {
        let url = try #require(try PostgreSQLURL(try await TestPostgreSQL.shared.makeDatabase()))
        return try PostgreSQLDatabase(url, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
