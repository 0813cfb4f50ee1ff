import GRDB
import SessionRegistry

@testable import SQLiteStorage

/// A database as the version before user keys made it: its steps as they were released, and rows as it wrote them.
enum EarlierDatabase {
    private static let steps = """
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
        """

    /// Makes a file with tasks of these owners, one each, whose text is the owner, and these sessions.
    static func make(
        path: String, owners: [String], sessions: [(handle: SessionHandle, issuer: String, subject: String)] = []
    ) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(sql: steps)
            try database.execute(sql: "PRAGMA user_version = 2")
            for (index, owner) in owners.enumerated() { try insert(owner, index, in: database) }
            for session in sessions {
                try database.execute(
                    sql: """
                        INSERT INTO sessions (handle, issuer, subject, provider_session, begun, browser, last_seen, until)
                        VALUES (?, ?, ?, NULL, 0, '', 0, 1e12)
                        """, arguments: [session.handle.data, session.issuer, session.subject])
            }
        }
        try queue.close()
    }

    /// Adds a task as a process of the version before does.
    static func insert(_ owner: String, _ number: Int, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO tasks (owner, id, task, completed, created) VALUES (?, ?, ?, 0, 1769860800)",
            arguments: [owner, "01jzzzzzzzzzzzzzzzzzzzzz\(10 + number)", owner])
    }
}
