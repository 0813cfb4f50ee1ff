package import GRDB

/// The tables of one store, as steps from one version to the next.
///
/// Several stores may have their tables in one file, each with a separate version. Released steps are never edited; a
/// change is a new step.
package struct SQLiteSchema: Sendable {
    let steps: [String]
    let version: @Sendable (Database) throws -> Int
    let setVersion: @Sendable (Database, Int) throws -> Void

    /// A schema whose version is stored in a table, or in `PRAGMA user_version` if there is no name for one.
    package init(_ steps: [String], versionTable: String? = nil) {
        self.steps = steps
        guard let table = versionTable else {
            version = { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
            setVersion = { try $0.execute(sql: "PRAGMA user_version = \($1)") }
            return
        }
        version = { database in
            guard try database.tableExists(table) else { return 0 }
            return try Int.fetchOne(database, sql: "SELECT version FROM \(table)") ?? 0
        }
        setVersion = { database, version in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS \(table) (
                        singleton INTEGER PRIMARY KEY CHECK (singleton = 1), version INTEGER NOT NULL
                    ) STRICT;
                    """)
            try database.execute(
                sql: "INSERT OR REPLACE INTO \(table) (singleton, version) VALUES (1, ?)", arguments: [version])
        }
    }

    /// Throws ``SQLiteStorageError`` if a later version of the program has written the tables.
    package func check(_ database: Database) throws { _ = try stepsTaken(database) }

    /// Applies the missing steps; a process that comes second finds them applied.
    func migrate(_ database: Database) throws {
        let taken = try stepsTaken(database)
        guard taken < steps.count else { return }
        for step in steps[taken...] { try database.execute(sql: step) }
        try setVersion(database, steps.count)
    }

    private func stepsTaken(_ database: Database) throws -> Int {
        let taken = try version(database)
        guard taken <= steps.count else {
            throw SQLiteStorageError(
                .newerSchema, "the database was written by a later version of this program (schema \(taken))")
        }
        return taken
    }
}

extension SQLiteSchema {
    package static let sessions = SQLiteSchema(
        [
            // Pending forms and one-time values are taken over from the schema that tasks and sessions once shared.
            """
            CREATE TABLE IF NOT EXISTS kept_forms (
                name BLOB NOT NULL PRIMARY KEY,
                sealed BLOB NOT NULL,
                until REAL NOT NULL
            ) STRICT, WITHOUT ROWID;
            ALTER TABLE kept_forms RENAME TO latchkey_pending_forms;
            CREATE TABLE IF NOT EXISTS spent_values (
                value BLOB NOT NULL PRIMARY KEY,
                until REAL NOT NULL
            ) STRICT, WITHOUT ROWID;
            ALTER TABLE spent_values RENAME TO latchkey_consumed_values;
            CREATE TABLE latchkey_sessions (
                id BLOB NOT NULL PRIMARY KEY,
                user_key TEXT NOT NULL,
                scope TEXT NOT NULL,
                issuer TEXT NOT NULL,
                subject TEXT NOT NULL,
                provider_session TEXT,
                authority TEXT NOT NULL,
                started REAL NOT NULL,
                until REAL NOT NULL,
                last_used REAL NOT NULL,
                browser TEXT NOT NULL,
                counter INTEGER NOT NULL DEFAULT 0,
                tokens BLOB NOT NULL,
                lease_owner BLOB,
                lease_until REAL
            ) STRICT;
            CREATE INDEX latchkey_sessions_by_user ON latchkey_sessions (user_key);
            CREATE INDEX latchkey_sessions_by_scope ON latchkey_sessions (scope, subject);
            CREATE INDEX latchkey_sessions_by_provider_session ON latchkey_sessions (issuer, provider_session);
            CREATE TABLE latchkey_ended_sessions (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                id BLOB NOT NULL UNIQUE,
                until REAL NOT NULL
            ) STRICT;
            """,
            """
            ALTER TABLE latchkey_pending_forms ADD COLUMN owner BLOB NOT NULL DEFAULT x'';
            CREATE INDEX latchkey_pending_forms_by_owner ON latchkey_pending_forms (owner, until);
            """,
            """
            ALTER TABLE latchkey_sessions ADD COLUMN refreshed_provider_session TEXT;
            CREATE INDEX latchkey_sessions_by_refreshed_provider_session
                ON latchkey_sessions (issuer, refreshed_provider_session) WHERE refreshed_provider_session IS NOT NULL;
            """,
            // A user's sessions by last use, sign-ins of each user, and expired rows without a look at all of them.
            """
            CREATE INDEX latchkey_sessions_by_use ON latchkey_sessions (user_key, last_used, id);
            DROP INDEX latchkey_sessions_by_user;
            CREATE INDEX latchkey_sessions_by_end ON latchkey_sessions (until);
            CREATE INDEX latchkey_ended_sessions_by_end ON latchkey_ended_sessions (until);
            CREATE TABLE latchkey_sign_ins (
                user_key TEXT NOT NULL PRIMARY KEY,
                number INTEGER NOT NULL,
                until REAL NOT NULL
            ) STRICT, WITHOUT ROWID;
            """,
        ], versionTable: "latchkey_session_schema")
}
