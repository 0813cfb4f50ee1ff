extension EarlierDatabase {
    static let postgresqlSteps = """
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
        CREATE TABLE latchkey_schema (singleton INTEGER NOT NULL PRIMARY KEY, version BIGINT NOT NULL);
        INSERT INTO latchkey_schema (singleton, version) VALUES (1, 1);
        """

    static let postgresqlSharedSchema = """
        CREATE TABLE IF NOT EXISTS latchkey_bulk_changes (
            owner TEXT COLLATE "C" NOT NULL PRIMARY KEY,
            holder BYTEA NOT NULL,
            until TIMESTAMPTZ NOT NULL
        );
        ALTER TABLE latchkey_sessions ADD COLUMN IF NOT EXISTS user_key TEXT COLLATE "C";
        ALTER TABLE latchkey_sessions ADD COLUMN IF NOT EXISTS scope TEXT COLLATE "C";
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_user ON latchkey_sessions (user_key);
        CREATE INDEX IF NOT EXISTS latchkey_sessions_by_scope ON latchkey_sessions (scope, subject);
        CREATE TABLE IF NOT EXISTS latchkey_user_assignment (
            singleton INTEGER NOT NULL PRIMARY KEY,
            is_done BOOLEAN NOT NULL
        );
        INSERT INTO latchkey_user_assignment (singleton, is_done) VALUES (1, true);
        UPDATE latchkey_schema SET version = 3;
        INSERT INTO latchkey_sessions (handle, issuer, subject, begun, browser, last_seen, until, user_key, scope)
        VALUES ('\\x00112233445566778899aabbccddeeff', 'i', 's', now(), '', now(), '9999-01-01', 'sub i s', 'i');
        INSERT INTO latchkey_refreshes (handle, generation, sealed, ended, until)
        VALUES ('\\x00112233445566778899aabbccddeeff', 3, '\\x07', false, '9999-01-01');
        UPDATE latchkey_last_ending SET sequence = 1;
        INSERT INTO latchkey_ended_sessions (sequence, handle, until)
        VALUES (1, '\\xff112233445566778899aabbccddeeff', '9999-01-01');
        INSERT INTO latchkey_kept_forms (name, sealed, until) VALUES ('\\x01', '\\x09', '9999-01-01');
        INSERT INTO latchkey_spent_values (value, until) VALUES ('\\x02', '9999-01-01');
        """
}
