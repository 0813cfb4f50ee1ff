import GRDB

/// The tables, as steps from one version to the next; `user_version` says how many have been taken.
///
/// Released steps are never edited: a change is a further step.
enum Schema {
    private static let steps = [
        """
        CREATE TABLE tasks (
            owner TEXT NOT NULL,
            id TEXT NOT NULL,
            task TEXT NOT NULL,
            completed INTEGER NOT NULL CHECK (completed IN (0, 1)),
            created INTEGER NOT NULL,
            PRIMARY KEY (owner, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tasks_by_state ON tasks (owner, completed);
        CREATE TABLE last_task (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            id TEXT NOT NULL
        ) STRICT;

        CREATE TABLE sessions (
            handle BLOB NOT NULL PRIMARY KEY,
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            provider_session TEXT,
            begun REAL NOT NULL,
            browser TEXT NOT NULL,
            last_seen REAL NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_by_person ON sessions (issuer, subject);
        CREATE INDEX sessions_by_provider_session ON sessions (issuer, provider_session);
        CREATE TABLE ended_sessions (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            handle BLOB NOT NULL UNIQUE,
            until REAL NOT NULL
        ) STRICT;
        CREATE TABLE refreshes (
            handle BLOB NOT NULL PRIMARY KEY,
            generation INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT;
        CREATE TABLE kept_forms (
            name BLOB NOT NULL PRIMARY KEY,
            sealed BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE spent_values (
            value BLOB NOT NULL PRIMARY KEY,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE refresh_claims (
            handle BLOB NOT NULL PRIMARY KEY,
            claimant BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE bulk_changes (
            owner TEXT NOT NULL PRIMARY KEY,
            holder BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        // Rows of earlier versions get their keys by settings, and so not here: see `UserAssignmentStatements`.
        """
        ALTER TABLE sessions ADD COLUMN user_key TEXT;
        ALTER TABLE sessions ADD COLUMN scope TEXT;
        CREATE INDEX sessions_by_user ON sessions (user_key);
        CREATE INDEX sessions_by_scope ON sessions (scope, subject);
        CREATE TABLE user_assignment (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
        ) STRICT;
        INSERT INTO user_assignment (singleton, is_done) VALUES (1, 0);
        """,
    ]

    /// Throws where the database isn't one of this version or an earlier one.
    static func check(_ database: Database) throws { _ = try stepsTaken(database) }

    /// Takes the steps that are missing, all or none; a process that comes second finds them taken.
    static func bringUpToDate(_ database: Database) throws {
        try database.inTransaction(.immediate) {
            let taken = try stepsTaken(database)
            guard taken < steps.count else { return .rollback }
            for step in steps[taken...] {
                try database.execute(sql: step)
            }
            try database.execute(sql: "PRAGMA user_version = \(steps.count)")
            return .commit
        }
    }

    private static func stepsTaken(_ database: Database) throws -> Int {
        let taken = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard taken <= steps.count else {
            throw SQLiteStorageError(
                .newerSchema, "the database was written by a later version of this program (schema \(taken))")
        }
        return taken
    }
}
