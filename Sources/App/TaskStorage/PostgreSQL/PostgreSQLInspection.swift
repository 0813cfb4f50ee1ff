package import Logging
package import PostgreSQLSessionStorage

/// The state of a database before the program changes anything in it.
package struct PostgreSQLInspection: Sendable {
    /// The server's name and version, such as `PostgreSQL 15.4`.
    package let server: String
    /// Whether nothing can be changed there: a standby, or a database or a user that is set so.
    package let isReadOnly: Bool
    /// Whether tables have yet to be made.
    package let lacksTables: Bool
    package let mayMakeTables: Bool
    /// The user's missing privileges, such as `INSERT on latchkey_tasks`; empty if tables are missing.
    package let missingPrivileges: [String]
    /// How many tasks no user sees, because their owner's key starts with none of the prefixes that were given.
    ///
    /// `nil` if they can't be counted, for example in the time that the server has for a statement.
    package let unmatchedTasks: Int?
    /// Why transactions or prepared statements fail, because a pooler is in front of the server.
    package let poolingFault: PostgreSQLStorageError?

    /// Connects once, looks, and leaves the database as it is.
    ///
    /// - Parameter prefixes: How the keys of all users start.
    /// - Throws: ``PostgreSQLStorageError`` if the database can't be reached, or a later version of the program has
    ///   written it.
    package init(_ url: PostgreSQLURL, prefixes: [String] = [], logger: Logger) async throws {
        let database = try PostgreSQLDatabase(url, connectionCount: 1, schema: nil, logger: logger)
        do {
            self = try await database.perform { connection throws(PostgreSQLStorageError) in
                try PostgreSQLInspection(connection, prefixes)
            }
        } catch {
            await database.shutDown()
            throw error
        }
        await database.shutDown()
    }

    private init(_ connection: PostgreSQLConnection, _ prefixes: [String]) throws(PostgreSQLStorageError) {
        let found = try connection.query(
            """
            SELECT version(), coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
                current_setting('transaction_read_only')
            """
        ) { row throws(PostgreSQLStorageError) in
            (version: try row.text(0), mayMakeTables: try row.boolean(1), isReadOnly: try row.text(2) == "on")
        }
        server = found.first?.version.split(separator: " ").prefix(2).joined(separator: " ") ?? ""
        mayMakeTables = found.first?.mayMakeTables ?? false
        isReadOnly = found.first?.isReadOnly ?? false
        let schemas = [PostgreSQLSchema.sessions, .tasks]
        lacksTables = try schemas.map { schema throws(PostgreSQLStorageError) in
            try schema.needsMigration(connection)
        }.contains(true)
        missingPrivileges =
            lacksTables
            ? []
            : try schemas.map { schema throws(PostgreSQLStorageError) in
                try schema.missingPrivileges(connection)
            }.flatMap(\.self)
        // The database can be used if this alone fails.
        unmatchedTasks =
            lacksTables || !missingPrivileges.isEmpty ? 0 : try? Self.unmatchedTasks(connection, prefixes)
        poolingFault = connection.poolingFault()
    }

    private static func unmatchedTasks(
        _ connection: PostgreSQLConnection, _ prefixes: [String]
    ) throws(PostgreSQLStorageError) -> Int {
        guard !prefixes.isEmpty else { return 0 }
        let known = prefixes.indices.map { "owner >= $\(2 * $0 + 1) AND owner < $\(2 * $0 + 2)" }.joined(
            separator: " OR ")
        let counts = try connection.query(
            """
            SELECT count(*) FROM latchkey_tasks
            WHERE (SELECT is_done FROM latchkey_user_assignment WHERE singleton = 1) AND NOT (\(known))
            """,
            prefixes.flatMap { [.text($0), .text(OwnerAssignment.end(of: $0))] }
        ) { row throws(PostgreSQLStorageError) in try row.integer(0) }
        return Int(counts.first ?? 0)
    }
}
