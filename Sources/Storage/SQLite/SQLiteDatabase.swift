import Dispatch
import GRDB
public import SessionRegistry

/// An open database, shared by the stores that keep their tables in it.
///
/// All SQL runs on GRDB's own queues; a caller waits without holding a thread. Several processes may have the same file
/// open.
///
/// One connection writes. Only one write of tasks at a time is in its queue, so a session's write waits for one of them
/// at most. Sessions are read on a connection of their own.
public final class SQLiteDatabase: Sendable {
    /// How long the start waits for another program to release the file: it may be bringing the tables up to date.
    private static let startPatience = 10.0
    /// How long a call waits for that.
    private static let patience = Duration.milliseconds(1500)
    /// Pause between two attempts while the file is locked, in milliseconds.
    ///
    /// Randomized so that waiters don't poll in step.
    private static let pollInterval = 2...10

    let pool: any DatabaseWriter
    /// The connection that reads sessions.
    ///
    /// It writes nothing, because `PRAGMA data_version` counts the changes of other connections alone.
    private let sessionReader: any DatabaseReader
    /// Whether ``sessionReader`` is a connection of its own.
    private let hasFile: Bool
    /// Carries out the writes of tasks, one after the other.
    private let taskWrites = DispatchQueue(label: "latchkey.sqlite.task-writes")

    /// Opens a database and makes what is missing: its folder, its file, its tables.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Parameter assignment: Assigns the rows of earlier versions; `nil` leaves them as they are.
    /// - Throws: ``SQLiteStorageError``.
    public init(path: String, assignment: UserAssignment? = nil) throws {
        let file = DatabaseFile(path: path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.startPatience)
        configuration.prepareDatabase { database in
            // Calls wait by themselves, because a connection that waits for another program holds up all behind it.
            if database.configuration.readonly { try database.execute(sql: "PRAGMA busy_timeout = 0") }
        }
        try file.create()
        do {
            pool = try file.whileAlone {
                let pool = try DatabasePool(path: path, configuration: configuration)
                try pool.writeWithoutTransaction { database in
                    // The pool chose NORMAL, which can lose what was answered last when the power fails.
                    try database.execute(sql: "PRAGMA synchronous = FULL")
                    try Schema.bringUpToDate(database)
                    if let assignment { try UserAssignmentStatements(assignment: assignment).assign(in: database) }
                    try database.execute(sql: "PRAGMA busy_timeout = 0")
                }
                return pool
            }
            configuration.readonly = true
            sessionReader = try DatabaseQueue(path: path, configuration: configuration)
            hasFile = true
        } catch let error as DatabaseError {
            throw SQLiteStorageError(
                .cannotOpen, "the database \(path) can't be opened: \(error.message ?? "\(error.resultCode)")")
        }
    }

    /// Opens a database in memory, which is gone with this object.
    public init() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction(Schema.bringUpToDate)
        pool = queue
        sessionReader = queue
        hasFile = false
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
    func readTasks<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await untilReleased { [pool] in try await pool.read(body) }
    }

    /// Writes tasks, all in one transaction, once the writes of tasks that came before are done.
    func writeTasks<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await untilReleased { [pool, taskWrites] in
            try await withCheckedThrowingContinuation { continuation in
                taskWrites.async { continuation.resume(with: Result { try pool.write(body) }) }
            }
        }
    }

    /// Carries a call out, and again as long as another program has the file locked.
    ///
    /// - Throws: ``SQLiteStorageError`` of the kind `busy` if that takes too long.
    private func untilReleased<Value>(_ call: () async throws -> Value) async throws -> Value {
        var deadline: ContinuousClock.Instant?
        while true {
            // The time in this process's own queue doesn't count.
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

    /// A number that differs once another connection, of this process or another one, has changed anything.
    func changeCounter() async throws -> Int64 {
        guard hasFile else { return 0 }
        return try await readSessions { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Throws where the tables can't be read.
    func check() async throws {
        _ = try await readSessions { try Int.fetchOne($0, sql: "SELECT count(*) FROM last_task") }
    }
}

/// The text as it may be bound: a NUL would end it early, and one person's key could pass for another's.
func storable(_ text: String) throws(SQLiteStorageError) -> String {
    guard !text.utf8.contains(0) else { throw SQLiteStorageError(.unstorableText, "a text with a NUL can't be kept") }
    return text
}
