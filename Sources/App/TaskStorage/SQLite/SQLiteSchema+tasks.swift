import GRDB
import SQLiteSessionStorage

extension SQLiteSchema {
    /// The tables of tasks; `user_version` has their version.
    ///
    /// The first four steps once made the tables of sessions as well, which have a separate schema now.
    static let tasks = SQLiteSchema([
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
        """,
        "",
        """
        CREATE TABLE bulk_changes (
            owner TEXT NOT NULL PRIMARY KEY,
            holder BLOB NOT NULL,
            until REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        // Tasks of earlier versions get their keys by settings, and so not here: see `assign`.
        """
        CREATE TABLE user_assignment (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
        ) STRICT;
        INSERT INTO user_assignment (singleton, is_done) VALUES (1, 0);
        """,
        // This step ends the sessions that an earlier version has stored, and makes earlier versions refuse the file.
        """
        DROP TABLE IF EXISTS sessions;
        DROP TABLE IF EXISTS ended_sessions;
        DROP TABLE IF EXISTS refreshes;
        DROP TABLE IF EXISTS refresh_claims;
        """,
    ])
}

extension OwnerAssignment {
    private static let guidPattern = [8, 4, 4, 4, 12].map { String(repeating: "[0-9A-Fa-f]", count: $0) }.joined(
        separator: "-")

    /// Assigns the tasks; to be called in a transaction.
    func assign(in database: Database) throws {
        let isDone = try Bool.fetchOne(database, sql: "SELECT is_done FROM user_assignment") ?? false
        try database.execute(
            sql: """
                UPDATE tasks SET owner = CASE
                    WHEN :prefix IS NULL OR (:guids AND owner NOT GLOB :guid) THEN :unassigned || owner
                    WHEN owner GLOB :guid THEN :prefix || lower(owner)
                    ELSE :prefix || owner END
                WHERE \(isDone ? Self.isFromEarlierVersion("owner") : "true")
                """,
            arguments: [
                "prefix": prefix, "guids": requiresGUIDs, "guid": Self.guidPattern, "unassigned": Self.unassignedPrefix,
            ])
        try database.execute(sql: "UPDATE user_assignment SET is_done = 1")
    }
}
