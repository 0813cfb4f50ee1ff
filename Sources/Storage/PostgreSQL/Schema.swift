/// The tables, as steps from one version to the next; a table of their own says how many have been taken.
///
/// Released steps are never edited: a change is a further step. A step must do no harm where it has been taken already,
/// for not every server that speaks PostgreSQL's protocol undoes what a transaction has made.
enum Schema {
    static let steps = [
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

        CREATE TABLE IF NOT EXISTS latchkey_sessions (
            handle BYTEA NOT NULL PRIMARY KEY,
            issuer TEXT COLLATE "C" NOT NULL,
            subject TEXT COLLATE "C" NOT NULL,
            provider_session TEXT COLLATE "C",
            begun TIMESTAMPTZ NOT NULL,
            browser TEXT NOT NULL,
            last_seen TIMESTAMPTZ NOT NULL,
            until TIMESTAMPTZ NOT NULL
        );
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_person ON latchkey_sessions (issuer, subject);
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_provider_session ON latchkey_sessions (issuer, provider_session);
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_end ON latchkey_sessions (until);

        CREATE TABLE IF NOT EXISTS latchkey_ended_sessions (
            sequence BIGINT NOT NULL PRIMARY KEY,
            handle BYTEA NOT NULL UNIQUE,
            until TIMESTAMPTZ NOT NULL
        );
        CREATE INDEX IF NOT EXISTS latchkey_ended_sessions_by_end ON latchkey_ended_sessions (until);
        CREATE TABLE IF NOT EXISTS latchkey_last_ending (
            singleton INTEGER NOT NULL PRIMARY KEY,
            sequence BIGINT NOT NULL
        );
        INSERT INTO latchkey_last_ending (singleton, sequence) VALUES (1, 0) ON CONFLICT (singleton) DO NOTHING;

        CREATE TABLE IF NOT EXISTS latchkey_refreshes (
            handle BYTEA NOT NULL PRIMARY KEY,
            generation BIGINT NOT NULL,
            sealed BYTEA,
            ended BOOLEAN NOT NULL,
            claimant BYTEA,
            lease TIMESTAMPTZ,
            until TIMESTAMPTZ NOT NULL
        );
        CREATE INDEX IF NOT EXISTS latchkey_refreshes_by_end ON latchkey_refreshes (until);
        CREATE TABLE IF NOT EXISTS latchkey_kept_forms (
            name BYTEA NOT NULL PRIMARY KEY,
            sealed BYTEA NOT NULL,
            until TIMESTAMPTZ NOT NULL
        );
        CREATE INDEX IF NOT EXISTS latchkey_kept_forms_by_end ON latchkey_kept_forms (until);
        CREATE TABLE IF NOT EXISTS latchkey_spent_values (
            value BYTEA NOT NULL PRIMARY KEY,
            until TIMESTAMPTZ NOT NULL
        );
        CREATE INDEX IF NOT EXISTS latchkey_spent_values_by_end ON latchkey_spent_values (until);
        """,
        """
        CREATE TABLE IF NOT EXISTS latchkey_bulk_changes (
            owner TEXT COLLATE "C" NOT NULL PRIMARY KEY,
            holder BYTEA NOT NULL,
            until TIMESTAMPTZ NOT NULL
        );
        """,
        // Rows of earlier versions get their keys by settings, and so not here: see `UserAssignmentStatements`.
        """
        ALTER TABLE latchkey_sessions ADD COLUMN IF NOT EXISTS user_key TEXT COLLATE "C";
        ALTER TABLE latchkey_sessions ADD COLUMN IF NOT EXISTS scope TEXT COLLATE "C";
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_user ON latchkey_sessions (user_key);
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_scope ON latchkey_sessions (scope, subject);
        CREATE TABLE IF NOT EXISTS latchkey_user_assignment (
            singleton INTEGER NOT NULL PRIMARY KEY,
            is_done BOOLEAN NOT NULL
        );
        INSERT INTO latchkey_user_assignment (singleton, is_done) VALUES (1, false) ON CONFLICT (singleton) DO NOTHING;
        """,
    ]

    /// How often the whole is tried that other processes do at the same time.
    private static let attempts = 10
    /// What a server answers to the slower of two that make the same thing at once.
    private static let madeMeanwhile: Set<String> = ["23505", "42P07", "42710", "XX000"]

    /// How many steps have been taken in a database; `nil` where there is none of our tables.
    static func version(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) -> Int64? {
        do throws(PostgreSQLStorageError) {
            return try connection.query("SELECT version FROM latchkey_schema WHERE singleton = 1") {
                row throws(PostgreSQLStorageError) in
                try row.integer(0)
            }.first
        } catch {
            guard error.sqlState == "42P01" else { throw error }
            return nil
        }
    }

    /// Takes the steps that are missing; a process that comes second finds them taken.
    static func bringUpToDate(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        var attempt = 1
        while true {
            do throws(PostgreSQLStorageError) {
                return try takeSteps(connection)
            } catch {
                let isRepeatable = error.kind == .contended || error.sqlState.map(madeMeanwhile.contains) == true
                guard isRepeatable, attempt < attempts, connection.isUsable else { throw error }
                ThreadPause.pause(for: .milliseconds(Int.random(in: 1...(20 * attempt))))
                attempt += 1
            }
        }
    }

    private static func takeSteps(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        if try version(connection) == nil {
            try connection.run(
                """
                CREATE TABLE IF NOT EXISTS latchkey_schema (singleton INTEGER NOT NULL PRIMARY KEY, version BIGINT NOT NULL);
                INSERT INTO latchkey_schema (singleton, version) VALUES (1, 0) ON CONFLICT (singleton) DO NOTHING
                """)
        }
        try connection.transaction { () throws(PostgreSQLStorageError) in
            // Whoever comes second waits here until the first is done. Advisory locks would do the same, and not every
            // server has them.
            let taken = try connection.query("SELECT version FROM latchkey_schema WHERE singleton = 1 FOR UPDATE") {
                row throws(PostgreSQLStorageError) in
                try row.integer(0)
            }
            for step in steps.dropFirst(Int(taken.first ?? 0)) { try connection.run(step) }
            try connection.execute(
                "UPDATE latchkey_schema SET version = $1 WHERE singleton = 1 AND version < $1",
                [.integer(Int64(steps.count))])
        }
    }
}
