import Logging
import PostgreSQLStorage
import SQLiteStorage
import ServiceLifecycle
import SessionRegistry
import TaskCore

/// The stores in the database that the settings name.
struct Storage: Sendable {
    private static let taskConnections = 4
    private static let sessionConnections = 2

    let tasks: any TaskStore
    let registry: any SessionRegistry
    /// The connections to the server for tasks, and those for sessions; none if the database is a file.
    ///
    /// They are apart so that sessions never wait for tasks.
    private let servers: [PostgreSQLDatabase]

    /// Opens a file at once; a server is asked when it is first needed.
    ///
    /// - Parameter maximumTasks: The most tasks that a user may add.
    init(_ location: DatabaseLocation, maximumTasks: Int, logger: Logger) throws {
        switch location {
        case .sqlite(let path):
            let database = try SQLiteDatabase(path: path)
            tasks = SQLiteTaskStore(database, maximumTasks: maximumTasks)
            (registry, servers) = (SQLiteSessionRegistry(database), [])
        case .postgreSQL(let url):
            var (taskLogger, sessionLogger) = (logger, logger)
            taskLogger[metadataKey: "connections"] = "for tasks"
            sessionLogger[metadataKey: "connections"] = "for sessions"
            let forTasks = try PostgreSQLDatabase(url, connectionCount: Self.taskConnections, logger: taskLogger)
            let forSessions = try PostgreSQLDatabase(url, connectionCount: Self.sessionConnections, logger: sessionLogger)
            tasks = PostgreSQLTaskStore(forTasks, maximumTasks: maximumTasks)
            (registry, servers) = (PostgreSQLSessionRegistry(forSessions), [forTasks, forSessions])
        }
    }

    /// What has to run as long as the stores are used.
    var services: [any Service] { servers }

    /// Whether the database is one to sign in to.
    var hasCredentials: Bool { !servers.isEmpty }

    /// Signs in to the server from now on as a location says, which must be of the same database.
    func replaceCredentials(with location: DatabaseLocation) throws {
        guard case .postgreSQL(let url) = location, hasCredentials else {
            throw StartFault(.database, "it names another kind of database; start latchkey anew to change to it")
        }
        do {
            for server in servers { try server.replaceCredentials(with: url) }
        } catch {
            throw StartFault(.database, "\(error)")
        }
    }
}
