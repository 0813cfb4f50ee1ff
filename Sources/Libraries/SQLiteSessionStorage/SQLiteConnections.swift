import GRDB

/// The connections to a database file.
///
/// None of them waits for another program, because a connection that waits blocks all calls behind it.
struct SQLiteConnections: Sendable {
    let writer: DatabaseQueue
    /// The connection that reads sessions.
    ///
    /// Nothing is written through it, because `PRAGMA data_version` counts only the changes of other connections.
    let sessionReader: DatabaseQueue
    /// The connections that read tasks, each read on one of them.
    ///
    /// GRDB's `DatabasePool` isn't used, because its asynchronous reads change threads twice.
    let taskReaders: [DatabaseQueue]
    private let file: DatabaseFile
    private let opened: DatabaseFile.Identity

    /// Opens a file, which is there.
    ///
    /// - Throws: ``SQLiteStorageError`` of the kind `busy`, or GRDB's `DatabaseError` of the code `SQLITE_BUSY`, if
    ///   another program has the file locked.
    init(_ file: DatabaseFile, taskReaders count: Int) throws {
        self.file = file
        let identity = file.identity
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
        taskReaders = try (0..<count).map { [configuration] _ in
            try DatabaseQueue(path: file.path, configuration: configuration)
        }
        guard let identity, identity == file.identity else {
            throw SQLiteStorageError(.cannotOpen, "the file \(file.path) was replaced while it was opened")
        }
        opened = identity
    }

    /// Closes the connections, that which writes as the last, because only it can move the log to the database.
    func close() throws {
        let results = (taskReaders + [sessionReader, writer]).map { connection in Result { try connection.close() } }
        for result in results { try result.get() }
    }

    /// A body that is only performed if the file is still at its path.
    ///
    /// SQLite goes on with a file that was removed, and its writes would then be lost with the process.
    ///
    /// - Returns: A body that throws ``SQLiteStorageError`` of the kind `replaced` otherwise.
    func checked<Value>(_ body: @escaping @Sendable (Database) throws -> Value) -> @Sendable (Database) throws -> Value
    {
        { database in
            guard file.identity == opened else {
                throw SQLiteStorageError(
                    .replaced,
                    "the database \(file.path) was removed or replaced; put it back, or restart with the other one")
            }
            return try body(database)
        }
    }
}
