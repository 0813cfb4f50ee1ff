extension PostgreSQLSchema {
    package static let sessions = PostgreSQLSchema(
        versionTable: "latchkey_session_schema",
        steps: [
            // Texts are compared byte by byte, whatever the database's own order is. The first statements end the
            // sessions of the schema that tasks and sessions once shared, and take over the rest.
            """
            DROP TABLE IF EXISTS latchkey_sessions, latchkey_ended_sessions, latchkey_last_ending, latchkey_refreshes;
            ALTER TABLE IF EXISTS latchkey_kept_forms RENAME TO latchkey_pending_forms;
            ALTER TABLE IF EXISTS latchkey_spent_values RENAME TO latchkey_consumed_values;

            CREATE TABLE IF NOT EXISTS latchkey_sessions (
                id BYTEA NOT NULL PRIMARY KEY,
                user_key TEXT COLLATE "C" NOT NULL,
                scope TEXT COLLATE "C" NOT NULL,
                issuer TEXT COLLATE "C" NOT NULL,
                subject TEXT COLLATE "C" NOT NULL,
                provider_session TEXT COLLATE "C",
                authority TEXT COLLATE "C" NOT NULL,
                started TIMESTAMPTZ NOT NULL,
                until TIMESTAMPTZ NOT NULL,
                last_used TIMESTAMPTZ NOT NULL,
                browser TEXT NOT NULL,
                counter BIGINT NOT NULL DEFAULT 0,
                tokens BYTEA NOT NULL,
                lease_owner BYTEA,
                lease_until TIMESTAMPTZ
            );
            CREATE INDEX IF NOT EXISTS latchkey_sessions_by_user ON latchkey_sessions (user_key);
            CREATE INDEX IF NOT EXISTS latchkey_sessions_by_scope ON latchkey_sessions (scope, subject);
            CREATE INDEX IF NOT EXISTS latchkey_sessions_by_provider_session \
            ON latchkey_sessions (issuer, provider_session);
            CREATE INDEX IF NOT EXISTS latchkey_sessions_by_end ON latchkey_sessions (until);

            CREATE TABLE IF NOT EXISTS latchkey_ended_sessions (
                sequence BIGINT NOT NULL PRIMARY KEY,
                id BYTEA NOT NULL UNIQUE,
                until TIMESTAMPTZ NOT NULL
            );
            CREATE INDEX IF NOT EXISTS latchkey_ended_sessions_by_end ON latchkey_ended_sessions (until);
            CREATE TABLE IF NOT EXISTS latchkey_last_ending (
                singleton INTEGER NOT NULL PRIMARY KEY,
                sequence BIGINT NOT NULL
            );
            INSERT INTO latchkey_last_ending (singleton, sequence) VALUES (1, 0) ON CONFLICT (singleton) DO NOTHING;

            CREATE TABLE IF NOT EXISTS latchkey_pending_forms (
                name BYTEA NOT NULL PRIMARY KEY,
                sealed BYTEA NOT NULL,
                until TIMESTAMPTZ NOT NULL
            );
            CREATE INDEX IF NOT EXISTS latchkey_pending_forms_by_end ON latchkey_pending_forms (until);
            CREATE TABLE IF NOT EXISTS latchkey_consumed_values (
                value BYTEA NOT NULL PRIMARY KEY,
                until TIMESTAMPTZ NOT NULL
            );
            CREATE INDEX IF NOT EXISTS latchkey_consumed_values_by_end ON latchkey_consumed_values (until);
            """,
            """
            ALTER TABLE latchkey_pending_forms ADD COLUMN IF NOT EXISTS owner BYTEA NOT NULL DEFAULT '';
            CREATE INDEX IF NOT EXISTS latchkey_pending_forms_by_owner ON latchkey_pending_forms (owner, until);
            """,
            """
            ALTER TABLE latchkey_sessions ADD COLUMN IF NOT EXISTS refreshed_provider_session TEXT COLLATE "C";
            CREATE INDEX IF NOT EXISTS latchkey_sessions_by_refreshed_provider_session
                ON latchkey_sessions (issuer, refreshed_provider_session) WHERE refreshed_provider_session IS NOT NULL;
            """,
            // A user's sessions by last use, the order in which they were inserted, and sign-ins of each user. Rows
            // that are there get one time for all of them, so that the table isn't rewritten.
            """
            ALTER TABLE latchkey_sessions ADD COLUMN IF NOT EXISTS inserted TIMESTAMPTZ NOT NULL DEFAULT now();
            CREATE INDEX IF NOT EXISTS latchkey_sessions_by_use ON latchkey_sessions (user_key, last_used, id);
            DROP INDEX IF EXISTS latchkey_sessions_by_user;
            CREATE TABLE IF NOT EXISTS latchkey_sign_ins (
                user_key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                number BIGINT NOT NULL,
                until TIMESTAMPTZ NOT NULL
            );
            CREATE INDEX IF NOT EXISTS latchkey_sign_ins_by_end ON latchkey_sign_ins (until);
            """,
        ],
        privileges: [
            ("latchkey_sessions", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
            ("latchkey_ended_sessions", ["SELECT", "INSERT", "DELETE"]),
            ("latchkey_last_ending", ["SELECT", "UPDATE"]),
            ("latchkey_pending_forms", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
            ("latchkey_consumed_values", ["SELECT", "INSERT", "DELETE"]),
            ("latchkey_sign_ins", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        ])
}
