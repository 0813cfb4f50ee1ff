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
    /// The server; `nil` where the database is a file.
    private let server: PostgreSQLDatabase?

    /// Opens a file at once; a server is asked when it is first needed.
    init(_ location: DatabaseLocation, logger: Logger) throws {
        switch location {
        case .sqlite(let path):
            let database = try SQLiteDatabase(path: path)
            (tasks, registry, services) = (SQLiteTaskStore(database), SQLiteSessionRegistry(database), [])
            server = nil
        case .postgreSQL(let url):
            let database = try PostgreSQLDatabase(url, logger: logger)
            (tasks, registry, services) = (PostgreSQLTaskStore(database), PostgreSQLSessionRegistry(database), [database])
            server = database
        }
    }

    /// Whether the database is one to sign in to.
    var hasCredentials: Bool { server != nil }

    /// Signs in to the server from now on as a location says, which must be of the same database.
    func replaceCredentials(with location: DatabaseLocation) throws {
        guard case .postgreSQL(let url) = location, let server else {
            throw StartFault(.database, "it names another kind of database; start latchkey anew to change to it")
        }
        do {
            try server.replaceCredentials(with: url)
        } catch {
            throw StartFault(.database, "\(error)")
        }
    }
}
