import GRDB

/// An open database, shared by the stores that keep their tables in it.
///
/// All SQL runs on GRDB's own queues; a caller waits without holding a thread. Several processes may have the same file open.
public final class SQLiteDatabase: Sendable {
    private static let busyTimeout = 10.0

    let pool: any DatabaseWriter
    /// One connection that writes nothing: `PRAGMA data_version` can be compared only with what the same connection said before.
    private let watcher: DatabaseQueue?

    /// Opens a database and makes what is missing: its folder, its file, its tables.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Throws: ``SQLiteStorageError``.
    public init(path: String) throws {
        let file = DatabaseFile(path: path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.busyTimeout)
        try file.create()
        do {
            pool = try file.whileAlone {
                let pool = try DatabasePool(path: path, configuration: configuration)
                try pool.writeWithoutTransaction { database in
                    // The pool chose NORMAL, which can lose what was answered last when the power fails.
                    try database.execute(sql: "PRAGMA synchronous = FULL")
                    try Schema.bringUpToDate(database)
                }
                return pool
            }
            configuration.readonly = true
            watcher = try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError {
            throw SQLiteStorageError(.cannotOpen, "the database \(path) can't be opened: \(error.message ?? "\(error.resultCode)")")
        }
    }

    /// Opens a database in memory, which is gone with this object.
    public init() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction(Schema.bringUpToDate)
        pool = queue
        watcher = nil
    }

    /// A number that differs once another connection, of this process or another one, has changed anything.
    func changeCounter() async throws -> Int64 {
        guard let watcher else { return 0 }
        return try await watcher.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Throws where the tables can't be read.
    func check() async throws {
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM last_task") }
    }
}

/// The text as it may be bound: a NUL would end it early, and one person's key could pass for another's.
func storable(_ text: String) throws(SQLiteStorageError) -> String {
    guard !text.utf8.contains(0) else { throw SQLiteStorageError(.unstorableText, "a text with a NUL can't be kept") }
    return text
}
