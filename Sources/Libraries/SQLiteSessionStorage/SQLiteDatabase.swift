import Dispatch
package import GRDB
import Synchronization
import SystemLibrary
import SystemSupport

/// A database file, shared by the stores that have their tables in it.
///
/// All SQL runs on GRDB's own queues, so a caller waits without blocking a thread. Several processes may have the same
/// file open.
///
/// One connection writes. Its queue has only one transaction of tasks at a time, so a session's write waits for at most
/// one of them. Sessions are read on a separate connection, and tasks on several.
///
/// A file that another program has locked is opened, and its tables are brought up to date, by the first call after the
/// file is released.
package final class SQLiteDatabase: Sendable {
    private typealias Migration = @Sendable (Database) throws -> Void

    private struct State {
        var connections: SQLiteConnections?
        /// The migrations that calls have to wait for.
        var migrations: [Migration] = []
        var isClosed = false
    }

    /// How long a start, and each call, waits for another program to release the file.
    private static let patience = Duration.milliseconds(1500)
    /// Pause between two attempts while the file is locked, in milliseconds.
    ///
    /// Randomized so that waiters don't poll in step.
    private static let pollInterval = 2...10

    private let file: DatabaseFile
    private let taskReaders: Int
    private let spans = Spans()
    private let startDeadline = ContinuousClock.now + patience
    private let state = Mutex(State())
    /// Opens the file and migrates the tables.
    private let opening = DispatchQueue(label: "latchkey.sqlite.opening")
    /// How many reads of tasks there were, so that the connections take turns.
    private let taskReads = Atomic(0)
    private let taskWrites = SharedTransactions()

    /// Opens a database and creates its folder and its file if they are missing.
    ///
    /// Blocks for as long as that takes, but not for long if another program has the file locked.
    ///
    /// - Parameter taskReaders: How many connections read tasks.
    /// - Throws: ``SQLiteStorageError`` if it can't be opened for another reason.
    package init(path: String, taskReaders: Int = 4) throws {
        file = DatabaseFile(path: path)
        self.taskReaders = taskReaders
        try file.create()
        try start()
    }

    /// Brings the tables of a store up to date, all in one transaction.
    ///
    /// Blocks for as long as that takes, but not for long if another program has the file locked; call it before the
    /// store is used.
    ///
    /// - Parameter also: Further statements of the transaction.
    /// - Throws: ``SQLiteStorageError`` if it can't be done for another reason.
    package func migrate(
        _ schema: SQLiteSchema, also body: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws {
        state.withLock { state in
            state.migrations.append { database in
                try schema.migrate(database)
                try body(database)
            }
        }
        try start()
    }

    /// Makes the database usable, or leaves that to the calls if it stays locked.
    private func start() throws {
        while true {
            do {
                _ = try opening.sync { try makeUsable() }
                return
            } catch let error as SQLiteStorageError where error.kind == .busy {
                guard ContinuousClock.now < startDeadline else { return }
                usleep(UInt32(Int.random(in: Self.pollInterval) * 1000))
            }
        }
    }

    /// Opens the file and migrates the tables, as far as that has yet to be done; to be called on the queue for it.
    private func makeUsable() throws -> SQLiteConnections {
        try Self.opening(file.path) {
            try checkOpen()
            let connections =
                try state.withLock({ $0.connections }) ?? SQLiteConnections(file, taskReaders: taskReaders)
            state.withLock { $0.connections = connections }
            while let migration = state.withLock({ $0.migrations.first }) {
                try connections.writer.writeWithoutTransaction { database in
                    try database.inTransaction(.immediate) {
                        try migration(database)
                        return .commit
                    }
                }
                state.withLock { _ = $0.migrations.removeFirst() }
            }
            return connections
        }
    }

    private func checkOpen() throws(SQLiteStorageError) {
        if state.withLock({ $0.isClosed }) { throw SQLiteStorageError(.closed, "the database is closed") }
    }

    /// Closes the file once the calls under way have ended; later ones fail.
    ///
    /// Blocks for as long as that takes. If no other process has the file open, SQLite then moves the contents of its
    /// `-wal` file to the database, and removes that file. If a process ends without this call, the next one does that.
    ///
    /// - Throws: GRDB's `DatabaseError`.
    package func close() throws {
        let connections = opening.sync {
            state.withLock { state in
                state.isClosed = true
                return state.connections
            }
        }
        try connections?.close()
    }

    /// The connections to the file, whose tables are up to date.
    private func connections() async throws -> SQLiteConnections {
        try checkOpen()
        if let usable = state.withLock({ $0.migrations.isEmpty ? $0.connections : nil }) { return usable }
        return try await withCheckedThrowingContinuation { continuation in
            opening.async { continuation.resume(with: Result { try self.makeUsable() }) }
        }
    }

    /// Makes sure that a database could be opened, without creating or changing anything.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Returns: The body's result; `nil` if there is no database yet.
    /// - Throws: ``SQLiteStorageError``.
    package static func examine<Value>(path: String, _ body: (Database) throws -> Value) throws -> Value? {
        let file = DatabaseFile(path: path)
        guard try file.isThere() else { return nil }
        do {
            try file.whileAlone {}
        } catch let error as SQLiteStorageError where error.kind == .busy {
            // Another process is opening it right now, so it can be locked.
        }
        var configuration = Configuration()
        configuration.readonly = true
        return try opening(path) { [configuration] in
            try DatabaseQueue(path: path, configuration: configuration).read(body)
        }
    }

    private static func opening<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw SQLiteStorageError(.busy, "another program has the database \(path) locked")
        } catch let error as DatabaseError {
            throw SQLiteStorageError(
                .cannotOpen, "the database \(path) can't be opened: \(error.message ?? "\(error.resultCode)")")
        }
    }

    func readSessions<Value: Sendable>(
        operation: String = #function, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await untilReleased(operation) { try await $0.sessionReader.read($0.checked(body)) }
    }

    /// Writes sessions, all in one transaction.
    func writeSessions<Value: Sendable>(
        operation: String = #function, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await untilReleased(operation) { try await $0.writer.write($0.checked(body)) }
    }

    package func readTasks<Value: Sendable>(
        operation: String = #function, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let number = taskReads.wrappingAdd(1, ordering: .relaxed).newValue
        return try await untilReleased(operation) { connections in
            let reader = connections.taskReaders[number % connections.taskReaders.count]
            let body = connections.checked(body)
            return try await withCheckedThrowingContinuation { continuation in
                reader.asyncRead { database in continuation.resume(with: Result { try body(database.get()) }) }
            }
        }
    }

    /// Writes tasks, all or nothing, once the earlier writes of tasks are done.
    ///
    /// - Parameter body: May be performed more than once, so it changes nothing but the database.
    package func writeTasks<Value: Sendable>(
        operation: String = #function, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await untilReleased(operation) { connections in
            try await withCheckedThrowingContinuation { continuation in
                taskWrites.write(to: connections.writer, connections.checked(body)) { continuation.resume(with: $0) }
            }
        }
    }

    /// Repeats a call as long as another program has the file locked.
    ///
    /// - Throws: ``SQLiteStorageError`` of the kind `busy` if that takes too long.
    private func untilReleased<Value>(
        _ operation: String, _ call: (SQLiteConnections) async throws -> Value
    ) async throws -> Value {
        try await spans.ofDatabase("sqlite", operation) {
            var deadline: ContinuousClock.Instant?
            while true {
                do {
                    return try await call(try await connections())
                } catch let error where Self.isDamage(error) {
                    let code = (error as? DatabaseError).map { "SQLite error \($0.resultCode.rawValue)" }
                    throw SQLiteStorageError(
                        .damaged,
                        "the database \(file.path) is damaged (\(code ?? "a value of another type")); restore a backup")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                    throw SQLiteStorageError(.exhausted, "the disk of the database \(file.path) is full")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
                    throw SQLiteStorageError(
                        .exhausted, "the disk of the database \(file.path) fails (\(error.extendedResultCode))")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
                    throw SQLiteStorageError(
                        .readOnly, "the database \(file.path) is read-only; let the server write its file and folder")
                } catch let error where Self.isBusy(error) {
                    // The time in this process's queue doesn't count.
                    let last = deadline ?? .now + Self.patience
                    deadline = last
                    guard ContinuousClock.now < last else {
                        throw SQLiteStorageError(
                            .busy, "another program has had the database locked for \(Self.patience)")
                    }
                    try await Task.sleep(for: .milliseconds(Int.random(in: Self.pollInterval)))
                }
            }
        }
    }

    /// Whether SQLite has found the file to be damaged, or a column has a value that its table rules out.
    private static func isDamage(_ error: any Error) -> Bool {
        if let code = (error as? DatabaseError)?.resultCode { return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB }
        return error is RowDecodingError
    }

    private static func isBusy(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.resultCode == .SQLITE_BUSY || (error as? SQLiteStorageError)?.kind == .busy
    }
}

/// The text if it may be bound.
///
/// - Throws: ``SQLiteStorageError`` if it contains a NUL, which would end it, so that one user's key could pass for
///   another's.
package func storable(_ text: String) throws(SQLiteStorageError) -> String {
    guard !text.utf8.contains(0) else { throw SQLiteStorageError(.unstorableText, "a text with a NUL can't be stored") }
    return text
}
