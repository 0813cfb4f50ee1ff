import SessionRegistry

/// The statements that assign the rows of earlier versions to users.
struct UserAssignmentStatements {
    private static let guidPattern = "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
    /// The longest that one of the statements may take, which changes each row of a table.
    private static let limit = Duration.seconds(600)

    let assignment: UserAssignment
    let connection: PostgreSQLConnection

    /// Assigns the rows, all or none.
    func assign() throws(PostgreSQLStorageError) {
        guard try isNeeded() else { return }
        try connection.allowing(Self.limit) { () throws(PostgreSQLStorageError) in
            try connection.transaction { () throws(PostgreSQLStorageError) in
                let isDone = try isDoneForGood()
                try assignTasks(where: isDone ? UserAssignment.isFromEarlierVersion("owner") : "true")
                try assignSessions()
                if !isDone { try connection.execute("UPDATE latchkey_user_assignment SET is_done = true") }
            }
        }
    }

    /// Whether the first assignment is done; a process that comes second waits here until it is.
    private func isDoneForGood() throws(PostgreSQLStorageError) -> Bool {
        let sql = "SELECT is_done FROM latchkey_user_assignment WHERE singleton = 1 FOR UPDATE"
        return try connection.query(sql) { row throws(PostgreSQLStorageError) in try row.boolean(0) }.first ?? false
    }

    /// Whether there is anything to assign; most processes that start find nothing, and then need no lock.
    private func isNeeded() throws(PostgreSQLStorageError) -> Bool {
        let lateTasks = "EXISTS (SELECT 1 FROM latchkey_tasks WHERE \(UserAssignment.isFromEarlierVersion("owner")))"
        return try connection.query(
            """
            SELECT NOT is_done \(assignment.checksTasks ? "OR \(lateTasks)" : "")
                OR EXISTS (SELECT 1 FROM latchkey_sessions WHERE scope IS NULL)
            FROM latchkey_user_assignment WHERE singleton = 1
            """
        ) { row throws(PostgreSQLStorageError) in try row.boolean(0) }.first ?? false
    }

    private func assignTasks(where condition: String) throws(PostgreSQLStorageError) {
        let key = """
            CASE
            WHEN $1 IS NULL OR ($2 AND owner !~ $3) THEN $4 || owner
            WHEN owner ~ $3 THEN $1 || lower(owner)
            ELSE $1 || owner END
            """
        let values: [PostgreSQLValue] = [
            .text(assignment.ownerPrefix), .boolean(assignment.requiresGUIDs), .text(Self.guidPattern),
            .text(UserAssignment.unassignedPrefix),
        ]
        try connection.execute("UPDATE latchkey_tasks SET owner = \(key) WHERE \(condition)", values)
        // Two owners that differ in the case of a GUID become one.
        try connection.execute(
            """
            WITH earlier AS (DELETE FROM latchkey_last_tasks WHERE \(condition) RETURNING owner, id)
            INSERT INTO latchkey_last_tasks AS last (owner, id)
            SELECT key, max(id) FROM (SELECT \(key) AS key, id FROM earlier) AS assigned GROUP BY key
            ON CONFLICT (owner) DO UPDATE SET id = greatest(last.id, excluded.id)
            """, values)
    }

    private func assignSessions() throws(PostgreSQLStorageError) {
        try connection.execute(
            "UPDATE latchkey_sessions SET scope = coalesce($1, rtrim(issuer, '/')) WHERE scope IS NULL",
            [.text(assignment.tenant)])
        guard let prefix = assignment.sessionPrefix else { return }
        try connection.execute(
            """
            UPDATE latchkey_sessions SET user_key = $1 || CASE WHEN subject ~ $2 THEN lower(subject) ELSE subject END
            WHERE user_key IS NULL AND ($3 IS NOT NULL OR scope = $4)
            """,
            [.text(prefix), .text(Self.guidPattern), .text(assignment.tenant), .text(assignment.issuer)])
    }
}
