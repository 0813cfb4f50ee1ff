extension EarlierDatabase {
    static let sqliteSteps = """
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
        CREATE TABLE refresh_claims (
            handle BLOB NOT NULL PRIMARY KEY,
            claimant BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        PRAGMA user_version = 2;
        """

    static let sqliteSharedSchema = """
        CREATE TABLE bulk_changes (
            owner TEXT NOT NULL PRIMARY KEY,
            holder BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE sessions ADD COLUMN user_key TEXT;
        ALTER TABLE sessions ADD COLUMN scope TEXT;
        CREATE INDEX sessions_by_user ON sessions (user_key);
        CREATE INDEX sessions_by_scope ON sessions (scope, subject);
        CREATE TABLE user_assignment (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
        ) STRICT;
        INSERT INTO user_assignment (singleton, is_done) VALUES (1, 1);
        PRAGMA user_version = 4;
        INSERT INTO sessions (handle, issuer, subject, begun, browser, last_seen, until, user_key, scope)
        VALUES (x'00112233445566778899aabbccddeeff', 'i', 's', 0, '', 0, 1e12, 'sub i s', 'i');
        INSERT INTO refreshes (handle, generation, sealed, until)
        VALUES (x'00112233445566778899aabbccddeeff', 3, x'07', 1e12);
        INSERT INTO refresh_claims (handle, claimant, until) VALUES (x'00112233445566778899aabbccddeeff', x'01', 1e12);
        INSERT INTO ended_sessions (handle, until) VALUES (x'ff112233445566778899aabbccddeeff', 1e12);
        INSERT INTO kept_forms (name, sealed, until) VALUES (x'01', x'09', 1e12);
        INSERT INTO spent_values (value, until) VALUES (x'02', 1e12);
        """
}
