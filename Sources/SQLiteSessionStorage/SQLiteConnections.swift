import GRDB

/// The connections to a database file.
///
/// None of them waits for another program, because a connection that waits blocks all calls behind it.
struct SQLiteConnections: Sendable {
    let writer: DatabaseQueue
    /// The connection that reads sessions.
    ///
    /// It never writes, because `PRAGMA data_version` counts only the changes of other connections.
    let sessionReader: DatabaseQueue
    /// The connections that read tasks, each read on one of them.
    ///
    /// GRDB's `DatabasePool` isn't used, because its asynchronous reads change threads twice.
    let taskReaders: [DatabaseQueue]

    /// Opens a file, which is there.
    ///
    /// - Throws: ``SQLiteStorageError`` of the kind `busy`, or GRDB's `DatabaseError` of the code `SQLITE_BUSY`, if
    ///   another program has the file locked.
    init(_ file: DatabaseFile) throws {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        configuration.journalMode = .wal
        writer = try file.whileAlone { [configuration] in
            let writer = try DatabaseQueue(path: file.path, configuration: configuration)
            // GRDB chose NORMAL, which can lose the newest writes if the power fails.
            try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return writer
        }
        configuration.readonly = true
        sessionReader = try DatabaseQueue(path: file.path, configuration: configuration)
        taskReaders = try (0..<4).map { [configuration] _ in
            try DatabaseQueue(path: file.path, configuration: configuration)
        }
    }
}
