import Logging
import PostgreSQLStorage
import SQLiteStorage
import ServiceLifecycle
import SessionRegistry
import TaskCore

/// The stores in the database that the settings name.
struct Storage: Sendable {
    let tasks: any TaskStore
    let registry: any SessionRegistry
    /// What has to run as long as the stores are used.
    let services: [any Service]

    /// Opens a file at once; a server is asked when it is first needed.
    init(_ location: DatabaseLocation, logger: Logger) throws {
        switch location {
        case .sqlite(let path):
            let database = try SQLiteDatabase(path: path)
            (tasks, registry, services) = (SQLiteTaskStore(database), SQLiteSessionRegistry(database), [])
        case .postgreSQL(let url):
            let database = try PostgreSQLDatabase(url, logger: logger)
            (tasks, registry, services) = (PostgreSQLTaskStore(database), PostgreSQLSessionRegistry(database), [database])
        }
    }
}
