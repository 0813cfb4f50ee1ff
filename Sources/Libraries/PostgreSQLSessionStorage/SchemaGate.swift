import Synchronization

/// The tables of one store, as steps from one version to the next; a separate table has the version.
///
/// Released steps are never edited; a change is a new step. A step must be harmless if it was applied already, because
/// not every server with PostgreSQL's protocol rolls back what a transaction has created.
package struct PostgreSQLSchema: Sendable {
    /// How often the migration is tried if other processes run it at the same time.
    private static let attempts = 10
    /// Time limit for each of the steps' statements, because one may index or change each row of a table.
    private static let limit = Duration.seconds(600)
    /// The error codes for the slower of two processes that create the same object at once.
    private static let createdMeanwhile: Set<String> = ["23505", "42P07", "42710", "XX000"]

    /// The rights that the database user needs on each of the tables.
    package let privileges: [(table: String, privileges: [String])]
    let versionTable: String
    let steps: [String]

    package init(versionTable: String, steps: [String], privileges: [(table: String, privileges: [String])]) {
        self.versionTable = versionTable
        self.steps = steps
        self.privileges = [(versionTable, ["SELECT"])] + privileges
    }

    /// Whether steps have yet to be taken.
    ///
    /// - Throws: ``PostgreSQLStorageError`` if a later version of the program has written the tables.
    package func needsMigration(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) -> Bool {
        let taken = try version(connection) ?? 0
        guard taken <= steps.count else {
            throw PostgreSQLStorageError(
                .newerSchema, "the database was written by a later version of this program (schema \(taken))")
        }
        return taken < steps.count
    }

    /// The rights that the user lacks, as `INSERT on latchkey_tasks`; the tables must be there.
    package func missingPrivileges(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) -> [String] {
        let needed = privileges.flatMap { table in table.privileges.map { "('\(table.table)', '\($0)')" } }
        return try connection.query(
            """
            SELECT needed.privilege || ' on ' || needed.name
            FROM (VALUES \(needed.joined(separator: ", "))) AS needed (name, privilege)
            WHERE NOT has_table_privilege(needed.name, needed.privilege)
            """
        ) { row throws(PostgreSQLStorageError) in try row.text(0) }
    }

    /// Does nothing if the user has all rights that are needed; the tables must be there.
    ///
    /// - Throws: ``PostgreSQLStorageError`` of the kind `refused` that says what to grant.
    package func requirePrivileges(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        let missing = try missingPrivileges(connection)
        guard missing.isEmpty else {
            throw PostgreSQLStorageError(
                .refused, "this user may not use its tables; grant \(missing.joined(separator: ", "))")
        }
    }

    /// The number of applied steps; `nil` if there are no tables.
    private func version(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) -> Int64? {
        do throws(PostgreSQLStorageError) {
            return try connection.query("SELECT version FROM \(versionTable) WHERE singleton = 1") {
                row throws(PostgreSQLStorageError) in
                try row.integer(0)
            }.first
        } catch {
            guard error.sqlState == "42P01" else { throw error }
            return nil
        }
    }

    /// Applies the missing steps; a process that comes second finds them applied.
    package func migrate(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        try connection.allowing(Self.limit) { () throws(PostgreSQLStorageError) in
            var attempt = 1
            while true {
                do throws(PostgreSQLStorageError) {
                    return try takeSteps(connection)
                } catch {
                    let isRepeatable =
                        error.kind == .contended || error.sqlState.map(Self.createdMeanwhile.contains) == true
                    guard isRepeatable, attempt < Self.attempts, connection.isUsable else { throw error }
                    ThreadPause.pause(for: .milliseconds(Int.random(in: 1...(20 * attempt))))
                    attempt += 1
                }
            }
        }
    }

    private func takeSteps(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        if try version(connection) == nil {
            try connection.run(
                """
                CREATE TABLE IF NOT EXISTS \(versionTable) (
                    singleton INTEGER NOT NULL PRIMARY KEY, version BIGINT NOT NULL);
                INSERT INTO \(versionTable) (singleton, version) VALUES (1, 0) ON CONFLICT (singleton) DO NOTHING
                """)
        }
        try connection.transaction { () throws(PostgreSQLStorageError) in
            // A second process waits here until the first is done. Advisory locks would do the same, but not every
            // server has them.
            let taken = try connection.query("SELECT version FROM \(versionTable) WHERE singleton = 1 FOR UPDATE") {
                row throws(PostgreSQLStorageError) in
                try row.integer(0)
            }
            for step in steps.dropFirst(Int(taken.first ?? 0)) { try connection.run(step) }
            try connection.execute(
                "UPDATE \(versionTable) SET version = $1 WHERE singleton = 1 AND version < $1",
                [.integer(Int64(steps.count))])
        }
    }
}

/// Opens the gate for a connection once the tables have this program's version.
final class SchemaGate: Sendable {
    /// Whether this process has found the tables in order.
    private let isOpen = Atomic(false)
    private let schema: PostgreSQLSchema?
    private let preparation: @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Void

    /// - Parameters:
    ///   - schema: The tables; without any, connections pass as they are.
    ///   - preparation: Runs with each connection after the migration, because tables that somebody has removed are
    ///     made again while the process runs, perhaps by another one.
    init(
        _ schema: PostgreSQLSchema?,
        preparation: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Void
    ) {
        self.schema = schema
        self.preparation = preparation
    }

    /// Brings the tables up to date, which is one short query if they are.
    ///
    /// A later version is refused only at the first connection. A running process continues while others are upgraded,
    /// because the steps of a later version may be compatible with it.
    ///
    /// - Throws: ``PostgreSQLStorageError``.
    func pass(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        guard let schema else { return }
        let wasOpen = isOpen.load(ordering: .relaxed)
        do throws(PostgreSQLStorageError) {
            if try schema.needsMigration(connection) { try schema.migrate(connection) }
            try preparation(connection)
        } catch {
            guard wasOpen, error.kind == .newerSchema else { throw error }
        }
        isOpen.store(true, ordering: .relaxed)
    }
}
