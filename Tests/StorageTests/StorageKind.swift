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
    func makeTaskStore(maximumTasks: Int = .max) async throws -> (store: any TaskStore, folder: TemporaryFolder?) {
        switch self {
        case .memory: return (MemoryTaskStore(maximumTasks: maximumTasks), nil)
        case .sqliteMemory: return (SQLiteTaskStore(try SQLiteDatabase(), maximumTasks: maximumTasks), nil)
        case .sqliteFile:
            let folder = try TemporaryFolder()
            return (
                SQLiteTaskStore(try SQLiteDatabase(path: folder.file("tasks.sqlite")), maximumTasks: maximumTasks),
                folder
            )
        case .postgresql:
            return (PostgreSQLTaskStore(try await Self.makePostgreSQLDatabase(), maximumTasks: maximumTasks), nil)
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

    /// Two stores of one new database, as two replicas have it, and what has to live as long as they are used.
    func makeReplicas() async throws -> (
        first: any TaskStore & BulkChanging, second: any TaskStore & BulkChanging, folder: TemporaryFolder?
    ) {
        switch self {
        case .memory, .sqliteMemory:
            let store = SQLiteTaskStore(try SQLiteDatabase())
            return (store, store, nil)
        case .sqliteFile:
            let folder = try TemporaryFolder()
            let path = folder.file("tasks.sqlite")
            return (
                SQLiteTaskStore(try SQLiteDatabase(path: path)), SQLiteTaskStore(try SQLiteDatabase(path: path)), folder
            )
        case .postgresql:
            let url = try await TestPostgreSQL.shared.makeDatabase()
            let databases = (try Self.makePostgreSQLDatabase(url), try Self.makePostgreSQLDatabase(url))
            return (PostgreSQLTaskStore(databases.0), PostgreSQLTaskStore(databases.1), nil)
        }
    }

    private static func makePostgreSQLDatabase() async throws -> PostgreSQLDatabase {
        try makePostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase())
    }

    private static func makePostgreSQLDatabase(_ url: String) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(
            try #require(try PostgreSQLURL(url)), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
