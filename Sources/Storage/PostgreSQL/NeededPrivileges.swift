/// What the database's user must be allowed to do with each of the tables, no more than the statements of this program
/// ask for.
enum NeededPrivileges {
    private static let tables = [
        (name: "latchkey_schema", privileges: ["SELECT"]),
        (name: "latchkey_user_assignment", privileges: ["SELECT", "UPDATE"]),
        (name: "latchkey_tasks", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        (name: "latchkey_last_tasks", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        (name: "latchkey_bulk_changes", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        (name: "latchkey_sessions", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        (name: "latchkey_ended_sessions", privileges: ["SELECT", "INSERT", "DELETE"]),
        (name: "latchkey_last_ending", privileges: ["SELECT", "UPDATE"]),
        (name: "latchkey_refreshes", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        (name: "latchkey_kept_forms", privileges: ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        (name: "latchkey_spent_values", privileges: ["SELECT", "INSERT", "DELETE"]),
    ]

    /// Those that are missing, as `INSERT on latchkey_tasks`; the tables must be there.
    static func missing(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) -> [String] {
        let needed = tables.flatMap { table in table.privileges.map { "('\(table.name)', '\($0)')" } }.joined(
            separator: ", ")
        return try connection.query(
            """
            SELECT needed.privilege || ' on ' || needed.name FROM (VALUES \(needed)) AS needed (name, privilege)
            WHERE NOT has_table_privilege(needed.name, needed.privilege)
            """
        ) { row throws(PostgreSQLStorageError) in try row.text(0) }
    }
}
