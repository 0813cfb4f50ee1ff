import Logging
import OpenIDConnect
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
    /// - Parameters:
    ///   - users: The main authority's users, to whom rows of earlier versions are assigned.
    ///   - maximumTasks: The most tasks that a user may add.
    init(_ location: DatabaseLocation, users: UserKeyRule, maximumTasks: Int, logger: Logger) throws {
        let assignment = UserAssignment(users)
        switch location {
        case .sqlite(let path):
            let database = try SQLiteDatabase(path: path, assignment: assignment)
            tasks = SQLiteTaskStore(database, maximumTasks: maximumTasks)
            (registry, servers) = (SQLiteSessionRegistry(database), [])
        case .postgreSQL(let url):
            var (taskLogger, sessionLogger) = (logger, logger)
            taskLogger[metadataKey: "connections"] = "for tasks"
            sessionLogger[metadataKey: "connections"] = "for sessions"
            let forTasks = try PostgreSQLDatabase(
                url, connectionCount: Self.taskConnections, assignment: assignment, logger: taskLogger)
            var sessionAssignment = assignment
            sessionAssignment.checksTasks = false
            let forSessions = try PostgreSQLDatabase(
                url, connectionCount: Self.sessionConnections, assignment: sessionAssignment, logger: sessionLogger)
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
            throw StartupError(\.database, "it names another kind of database; start latchkey anew to change to it")
        }
        do {
            for server in servers { try server.replaceCredentials(with: url) }
        } catch {
            throw StartupError(\.database, "\(error)")
        }
    }
}

extension UserAssignment {
    /// The assignment to the users of an authority.
    init(_ users: UserKeyRule) {
        self.init(
            ownerPrefix: users.prefixOfEarlierOwners, requiresGUIDs: users.requiresGUIDs, tenant: users.tenant,
            issuer: users.issuer)
    }
}
