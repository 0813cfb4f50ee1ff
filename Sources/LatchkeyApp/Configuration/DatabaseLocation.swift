import PostgreSQLStorage

/// Where tasks and the register of sessions are kept.
enum DatabaseLocation: Sendable, Equatable {
    /// A file of this machine.
    case sqlite(path: String)
    /// A server, which replicas share.
    case postgreSQL(PostgreSQLURL)
}
