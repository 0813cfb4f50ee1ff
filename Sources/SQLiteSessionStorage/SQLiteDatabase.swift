import Dispatch
package import GRDB

/// An open database file, shared by the stores that have their tables in it.
///
/// All SQL runs on GRDB's own queues, so a caller waits without blocking a thread. Several processes may have the same
/// file open.
///
/// One connection writes. Its queue has only one write of tasks at a time, so a session's write waits for at most one
/// of them. Sessions are read on a separate connection.
package final class SQLiteDatabase: Sendable {
    /// How long the start waits until another program releases the file, because it may be migrating the tables.
    private static let startPatience = 10.0
    /// How long a call waits until another program releases the file.
    private static let patience = Duration.milliseconds(1500)
    /// Pause between two attempts while the file is locked, in milliseconds.
    ///
    /// Randomized so that waiters don't poll in step.
    private static let pollInterval = 2...10

    package let pool: DatabasePool
    /// The connection that reads sessions.
    ///
    /// It never writes, because `PRAGMA data_version` counts only the changes of other connections.
    private let sessionReader: DatabaseQueue
    private let path: String
    /// Performs the writes of tasks, one after the other.
    private let taskWrites = DispatchQueue(label: "latchkey.sqlite.task-writes")

    /// Opens a database and creates its folder and its file if they are missing.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Throws: ``SQLiteStorageError``.
    package init(path: String) throws {
        self.path = path
        let file = DatabaseFile(path: path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.startPatience)
        configuration.prepareDatabase { database in
            // Each call waits by itself, because a connection that waits for another program blocks all calls behind
            // it.
            if database.configuration.readonly { try database.execute(sql: "PRAGMA busy_timeout = 0") }
        }
        try file.create()
        (pool, sessionReader) = try Self.opening(path) { [configuration] in
            let pool = try file.whileAlone {
                let pool = try DatabasePool(path: path, configuration: configuration)
                // The pool chose NORMAL, which can lose the newest writes if the power fails.
                try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                return pool
            }
            var reading = configuration
            reading.readonly = true
            return (pool, try DatabaseQueue(path: path, configuration: reading))
        }
    }

    /// Brings the tables of a store up to date, all in one transaction.
    ///
    /// Blocks for as long as that takes; call it before the store is used.
    ///
    /// - Parameter also: Further statements of the transaction.
    /// - Throws: ``SQLiteStorageError``.
    package func migrate(_ schema: SQLiteSchema, also body: (Database) throws -> Void = { _ in }) throws {
        try Self.opening(path) {
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA busy_timeout = \(Int(Self.startPatience * 1000))")
                try database.inTransaction(.immediate) {
                    try schema.migrate(database)
                    try body(database)
                    return .commit
                }
                try database.execute(sql: "PRAGMA busy_timeout = 0")
            }
        }
    }

    /// Makes sure that a database could be opened, without creating or changing anything.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Returns: The body's result; `nil` if there is no database yet.
    /// - Throws: ``SQLiteStorageError``.
    package static func examine<Value>(path: String, _ body: (Database) throws -> Value) throws -> Value? {
        guard try DatabaseFile(path: path).isThere() else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        return try opening(path) { [configuration] in
            try DatabaseQueue(path: path, configuration: configuration).read(body)
        }
    }

    private static func opening<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SQLiteStorageError(
                .cannotOpen, "the database \(path) can't be opened: \(error.message ?? "\(error.resultCode)")")
        }
    }

    /// Reads sessions.
    func readSessions<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await untilReleased { [sessionReader] in try await sessionReader.read(body) }
    }

    /// Writes sessions, all in one transaction.
    func writeSessions<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await untilReleased { [pool] in try await pool.write(body) }
    }

    /// Reads tasks.
    package func readTasks<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await untilReleased { [pool] in try await pool.read(body) }
    }

    /// Writes tasks, all in one transaction, once the earlier writes of tasks are done.
    package func writeTasks<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await untilReleased { [pool, taskWrites] in
            try await withCheckedThrowingContinuation { continuation in
                taskWrites.async { continuation.resume(with: Result { try pool.write(body) }) }
            }
        }
    }

    /// Repeats a call as long as another program has the file locked.
    ///
    /// - Throws: ``SQLiteStorageError`` of the kind `busy` if that takes too long.
    private func untilReleased<Value>(_ call: () async throws -> Value) async throws -> Value {
        var deadline: ContinuousClock.Instant?
        while true {
            // The time in this process's queue doesn't count.
            let start = ContinuousClock.now
            do {
                return try await call()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                let last = deadline ?? start + Self.patience
                deadline = last
                guard ContinuousClock.now < last else {
                    throw SQLiteStorageError(.busy, "another program has had the database locked for \(Self.patience)")
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: Self.pollInterval)))
            }
        }
    }
}

/// The text if it may be bound.
///
/// - Throws: ``SQLiteStorageError`` if it has a NUL, which would end it, so that one user's key could equal another's.
package func storable(_ text: String) throws(SQLiteStorageError) -> String {
    guard !text.utf8.contains(0) else { throw SQLiteStorageError(.unstorableText, "a text with a NUL can't be stored") }
    return text
}
