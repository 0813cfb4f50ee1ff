import SessionRegistry
import StorageTestSupport
import Testing

@testable import PostgreSQLStorage

/// A database as the version before user keys made it: its step as it was released, and rows as it wrote them.
enum EarlierDatabase {
    private static let step = """
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

    /// Makes a database with tasks of these owners, one each, whose text is the owner, and these sessions.
    ///
    /// - Returns: Its URL, and a connection to it.
    static func make(
        owners: [String], sessions: [(handle: SessionHandle, issuer: String, subject: String)] = []
    ) async throws -> (url: PostgreSQLURL, connection: PostgreSQLConnection) {
        let url = try #require(try PostgreSQLURL(try await TestPostgreSQL.shared.makeDatabase()))
        let connection = try PostgreSQLConnection(url)
        try connection.run(step)
        for (index, owner) in owners.enumerated() { try insert(owner, index, on: connection) }
        for session in sessions {
            try connection.execute(
                """
                INSERT INTO latchkey_sessions (handle, issuer, subject, begun, browser, last_seen, until)
                VALUES ($1, $2, $3, '2026-01-01', '', '2026-01-01', '9999-01-01')
                """, [.bytes(session.handle.bytes), .text(session.issuer), .text(session.subject)])
        }
        return (url, connection)
    }

    /// Adds a task as a process of the version before does.
    static func insert(_ owner: String, _ number: Int, on connection: PostgreSQLConnection) throws {
        let id = "01jzzzzzzzzzzzzzzzzzzzzz\(10 + number)"
        try connection.execute(
            "INSERT INTO latchkey_tasks (owner, id, task, completed, created) VALUES ($1, $2, $1, false, now())",
            [.text(owner), .text(id)])
        try connection.execute(
            """
            INSERT INTO latchkey_last_tasks (owner, id) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET id = excluded.id
            """, [.text(owner), .text(id)])
    }
}
