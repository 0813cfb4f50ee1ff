import FoundationEssentials
import GRDB

/// The SQLite file with the accounts, the sessions and the grants.
///
/// GRDB runs each access on its own queue, so none holds up an event loop.
struct ProviderDatabase: Sendable {
    let queue: DatabaseQueue

    /// Opens a file, which is made if it is missing, and brings its tables up to date.
    init(file: PrivateFile) throws(ProviderSetupError) {
        try file.create()
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        queue = try Self.opening(file) { [configuration] in
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try Self.migrator.migrate(queue)
            return queue
        }
    }

    /// Makes sure that a file could be opened if there is one, without changing it; SQLite may make its `-wal` and
    /// `-shm` files.
    static func examine(_ file: PrivateFile) throws(ProviderSetupError) {
        guard file.isThere else { return }
        guard FileManager.default.isReadableFile(atPath: file.path),
            FileManager.default.isWritableFile(atPath: file.path)
        else {
            throw ProviderSetupError(
                kind: .dataDirectory,
                description: "the file \(file.path) can't be read and written; let its owner start the provider")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        try opening(file) { [configuration] in
            try DatabaseQueue(path: file.path, configuration: configuration).read { database in
                try database.execute(sql: "SELECT count(*) FROM sqlite_master")
            }
        }
    }

    private static func opening<Value>(_ file: PrivateFile, _ body: () throws -> Value) throws(ProviderSetupError)
        -> Value
    {
        do {
            return try body()
        } catch {
            let error = error as? DatabaseError
            let isDamaged = error?.resultCode == .SQLITE_NOTADB || error?.resultCode == .SQLITE_CORRUPT
            let advice = isDamaged ? "; take it away to have a new one made" : ""
            throw ProviderSetupError(
                kind: .dataDirectory,
                description: "the database \(file.path) can't be opened: \(error?.message ?? "it fails")\(advice)")
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("accounts, sessions, grants") { database in
            try database.execute(
                sql: """
                    CREATE TABLE account (
                        id TEXT PRIMARY KEY, provider TEXT NOT NULL, emailKey TEXT NOT NULL, email TEXT NOT NULL,
                        name TEXT NOT NULL, passwordHash TEXT, created INTEGER NOT NULL,
                        UNIQUE (provider, emailKey)) STRICT, WITHOUT ROWID;
                    CREATE TABLE session (
                        hash BLOB PRIMARY KEY, id TEXT NOT NULL,
                        account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
                        authTime INTEGER NOT NULL, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE INDEX sessionAccount ON session (account);
                    CREATE INDEX sessionExpires ON session (expires);
                    CREATE TABLE grantOfAccess (
                        id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
                        client TEXT NOT NULL, flow TEXT NOT NULL, scope TEXT NOT NULL, session TEXT NOT NULL,
                        authTime INTEGER NOT NULL, expires INTEGER NOT NULL,
                        revoked INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
                    CREATE INDEX grantAccount ON grantOfAccess (account);
                    CREATE INDEX grantExpires ON grantOfAccess (expires);
                    CREATE TABLE code (
                        hash BLOB PRIMARY KEY, grantOfAccess TEXT NOT NULL REFERENCES grantOfAccess ON DELETE CASCADE,
                        redirectURI TEXT NOT NULL, challenge TEXT NOT NULL, nonce TEXT, expires INTEGER NOT NULL,
                        used INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
                    CREATE INDEX codeGrant ON code (grantOfAccess);
                    CREATE TABLE refreshToken (
                        hash BLOB PRIMARY KEY, grantOfAccess TEXT NOT NULL REFERENCES grantOfAccess ON DELETE CASCADE,
                        expires INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
                    CREATE INDEX refreshTokenGrant ON refreshToken (grantOfAccess);
                    """)
        }
        return migrator
    }
}
