import PostgreSQLSessionStorage

extension PostgreSQLSchema {
    /// The tables of tasks.
    ///
    /// The first and the third step once made the tables of sessions as well, which have a separate schema now.
    static let tasks = PostgreSQLSchema(
        versionTable: "latchkey_schema",
        steps: [
            // Identifiers and texts are compared byte by byte, whatever the database's own order is.
            """
            CREATE TABLE IF NOT EXISTS latchkey_tasks (
                owner TEXT COLLATE "C" NOT NULL,
                id TEXT COLLATE "C" NOT NULL,
                task TEXT COLLATE "C" NOT NULL,
                completed BOOLEAN NOT NULL,
                created TIMESTAMPTZ NOT NULL,
                PRIMARY KEY (owner, id)
            );
            CREATE INDEX IF NOT EXISTS latchkey_tasks_by_state ON latchkey_tasks (owner, completed);
            CREATE TABLE IF NOT EXISTS latchkey_last_tasks (
                owner TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                id TEXT COLLATE "C" NOT NULL
            );
            """,
            """
            CREATE TABLE IF NOT EXISTS latchkey_bulk_changes (
                owner TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                holder BYTEA NOT NULL,
                until TIMESTAMPTZ NOT NULL
            );
            """,
            // Tasks of earlier versions get their keys by settings, and so not here: see `assign`.
            """
            CREATE TABLE IF NOT EXISTS latchkey_user_assignment (
                singleton INTEGER NOT NULL PRIMARY KEY,
                is_done BOOLEAN NOT NULL
            );
            INSERT INTO latchkey_user_assignment (singleton, is_done) VALUES (1, false)
            ON CONFLICT (singleton) DO NOTHING;
            """,
            // This step makes earlier versions refuse the database, because they can't use the tables of sessions.
            "",
        ],
        privileges: [
            ("latchkey_user_assignment", ["SELECT", "UPDATE"]),
            ("latchkey_tasks", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
            ("latchkey_last_tasks", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
            ("latchkey_bulk_changes", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        ])
}

extension OwnerAssignment {
    private static let guidPattern = "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
    /// Time limit for a statement, because one changes each row of a table.
    private static let limit = Duration.seconds(600)

    /// Assigns the tasks, all or none.
    func assign(on connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        guard try isNeeded(connection) else { return }
        try connection.allowing(Self.limit) { () throws(PostgreSQLStorageError) in
            try connection.transaction { () throws(PostgreSQLStorageError) in
                // A process that comes second waits here until the first is done.
                let isDone =
                    try connection.query(
                        "SELECT is_done FROM latchkey_user_assignment WHERE singleton = 1 FOR UPDATE"
                    ) { row throws(PostgreSQLStorageError) in try row.boolean(0) }.first ?? false
                try assign(where: isDone ? Self.isFromEarlierVersion("owner") : "true", on: connection)
                if !isDone { try connection.execute("UPDATE latchkey_user_assignment SET is_done = true") }
            }
        }
    }

    /// Whether there is anything to assign; most processes that start find nothing, and then need no lock.
    private func isNeeded(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) -> Bool {
        try connection.query(
            """
            SELECT NOT is_done OR EXISTS (SELECT 1 FROM latchkey_tasks WHERE \(Self.isFromEarlierVersion("owner")))
            FROM latchkey_user_assignment WHERE singleton = 1
            """
        ) { row throws(PostgreSQLStorageError) in try row.boolean(0) }.first ?? false
    }

    private func assign(
        where condition: String, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) {
        let key = """
            CASE
            WHEN $1 IS NULL OR ($2 AND owner !~ $3) THEN $4 || owner
            WHEN owner ~ $3 THEN $1 || lower(owner)
            ELSE $1 || owner END
            """
        let values: [PostgreSQLValue] = [
            .text(prefix), .boolean(requiresGUIDs), .text(Self.guidPattern), .text(Self.unassignedPrefix),
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
}
