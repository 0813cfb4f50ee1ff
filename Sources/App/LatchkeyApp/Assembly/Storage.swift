import Logging
import OpenIDConnect
import PostgreSQLSessionStorage
import SQLiteSessionStorage
import ServiceLifecycle
import SessionStorage
import TaskCore
import TaskStorage

/// The stores in the database that the settings name.
struct Storage: Sendable {
    let tasks: any TaskStore
    let sessions: any SessionStore
    /// The connections to the server: one group for tasks, one for sessions, so that sessions never wait for tasks.
    ///
    /// Empty if the database is a file.
    private let servers: [PostgreSQLDatabase]
    /// The services that have to run as long as the stores are used.
    let services: [any Service]

    /// Opens a file at once; a server is requested when it is first needed.
    ///
    /// - Parameters:
    ///   - users: The main authority's users, to whom tasks of earlier versions are assigned.
    ///   - maximumTasks: Maximum number of a user's tasks.
    ///   - threads: How many connections there are.
    init(
        _ location: DatabaseLocation, users: UserKeyRule, maximumTasks: Int,
        threads: ThreadCounts = ThreadCounts(eventLoops: 2),
        logger: Logger
    ) throws {
        let assignment = OwnerAssignment(users)
        switch location {
        case .sqlite(let path):
            let store = try SQLiteSessionStore(path: path, taskReaders: threads.taskConnections)
            tasks = try SQLiteTaskStore(store.database, assignment: assignment, maximumTasks: maximumTasks)
            (sessions, servers) = (store, [])
            services = [store]
        case .postgreSQL(let url):
            var (taskLogger, sessionLogger) = (logger, logger)
            taskLogger[metadataKey: "connections"] = "for tasks"
            sessionLogger[metadataKey: "connections"] = "for sessions"
            let taskStore = try PostgreSQLTaskStore(
                url, connectionCount: threads.taskConnections, assignment: assignment, maximumTasks: maximumTasks,
                logger: taskLogger)
            let sessionStore = try PostgreSQLSessionStore(
                url, connectionCount: threads.sessionConnections, logger: sessionLogger)
            (tasks, sessions) = (taskStore, sessionStore)
            servers = [taskStore.database, sessionStore.database]
            services = servers
        }
    }

    /// Whether the database is one to sign in to.
    var hasCredentials: Bool { !servers.isEmpty }

    /// Signs in to the server from now on as a location says, which must be of the same database.
    func replaceCredentials(with location: DatabaseLocation) throws {
        guard case .postgreSQL(let url) = location, hasCredentials else {
            throw SettingError(\.database, "it names another kind of database; restart latchkey to change to it")
        }
        do {
            for server in servers { try server.replaceCredentials(with: url) }
        } catch {
            throw SettingError(\.database, "\(error)")
        }
    }
}

extension OwnerAssignment {
    /// The assignment to the users of an authority.
    init(_ users: UserKeyRule) {
        self.init(prefix: users.prefixOfEarlierOwners, requiresGUIDs: users.requiresGUIDs)
    }
}
