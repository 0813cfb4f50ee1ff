public import Logging
public import ServiceLifecycle
public import SessionRegistry
import Synchronization
import SystemSupport

/// A database on a PostgreSQL server, or on one that speaks its protocol, shared by the stores that keep their tables
/// in it.
///
/// A few threads have a connection each, which they make when it is first needed and make anew when it is lost; a
/// caller waits without holding a thread. The tables are brought up to date by whichever process comes first. While the
/// server can't be reached, calls fail at once, and it is tried again at least once a second.
///
/// In a `ServiceGroup` it shuts down with the group; list it before the services that use it.
public final class PostgreSQLDatabase: Service, Sendable {
    /// How many connections there are at most, beside the one that listens.
    public static let defaultConnectionCount = 4

    /// How long calls under way may take once the database is shut down.
    static let defaultPatience = Duration.milliseconds(1500)
    /// How long their threads may take then.
    private static let threadPatience = Duration.milliseconds(500)

    let url: CurrentURL
    let logger: Logger
    private let patience: Duration
    private let interruption: WakePipe
    private let monitor = PoolMonitor()
    private let threads: [DedicatedThread]

    /// A database, of which nothing is asked yet.
    ///
    /// - Parameters:
    ///   - connectionCount: How many calls are carried out at once.
    ///   - assignment: Assigns the rows of earlier versions before the first call; `nil` leaves them as they are.
    /// - Throws: ``PostgreSQLStorageError`` where the system has no thread to give.
    public convenience init(
        _ url: PostgreSQLURL, connectionCount: Int = PostgreSQLDatabase.defaultConnectionCount,
        assignment: UserAssignment? = nil,
        logger: Logger
    ) throws {
        try self.init(url, connectionCount: connectionCount, migrates: true, assignment: assignment, logger: logger)
    }

    init(
        _ url: PostgreSQLURL, connectionCount: Int, migrates: Bool, assignment: UserAssignment? = nil,
        patience: Duration = PostgreSQLDatabase.defaultPatience, logger: Logger
    ) throws {
        guard let interruption = WakePipe() else {
            throw PostgreSQLStorageError(.unreachable, "the system has no file descriptors to give")
        }
        let (url, schema) = (CurrentURL(url), SchemaGate(migrates: migrates, assignment: assignment))
        self.url = url
        self.interruption = interruption
        self.logger = logger
        self.patience = patience
        threads = (0..<max(1, connectionCount)).compactMap { [monitor] _ in
            DedicatedThread {
                PoolWorker(url: url, interruption: interruption, monitor: monitor, schema: schema, logger: logger).run()
            }
        }
        guard !threads.isEmpty else { throw PostgreSQLStorageError(.unreachable, "the system has no thread to give") }
    }

    deinit {
        // No call is under way, for it would hold the database; a thread that is connecting ends by itself.
        close()
    }

    /// Carries a body out on a connection, and again where others got in its way.
    ///
    /// - Throws: ``PostgreSQLStorageError``, or `CancellationError` where the task is cancelled before the body's turn.
    func perform<Value: Sendable>(_ body: @escaping DatabaseCall<Value>.Body) async throws -> Value {
        let call = DatabaseCall(body)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard call.begin(continuation) else { return }
                if let refusal = monitor.change({ $0.submit(call) }) { call.fail(refusal) }
            }
        } onCancel: {
            call.cancel()
        }
    }

    /// Throws where the tables can't be read.
    public func check() async throws {
        _ = try await perform { connection throws(PostgreSQLStorageError) in
            try connection.query("SELECT sequence FROM latchkey_last_ending") { row throws(PostgreSQLStorageError) in
                try row.integer(0)
            }
        }
    }

    /// Makes new connections by another URL, which may differ from the one before in all but the server and the
    /// database.
    ///
    /// Connections that are there go on.
    ///
    /// - Throws: ``PostgreSQLStorageError`` where it names another database; then all stays as it was.
    public func replaceCredentials(with url: PostgreSQLURL) throws {
        guard self.url.replace(with: url) else {
            throw PostgreSQLStorageError(
                .otherDatabase, "the URL names another server or another database; start anew to change to it")
        }
    }

    /// Fails the calls that wait and all later ones, and gives those under way a moment to end.
    ///
    /// It takes two seconds at most, and none where the task is cancelled. Calls that haven't ended by then fail. A
    /// thread that is in an attempt to connect, which nothing can interrupt, is left to itself and ends with it.
    public func shutDown() async {
        close()
        if await haveThreadsEnded(within: patience) { return }
        interruption.wake()
        _ = await haveThreadsEnded(within: Self.threadPatience)
    }

    private func haveThreadsEnded(within limit: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { [threads] group in
            group.addTask {
                for thread in threads where await !thread.endedUnlessCancelled() { return false }
                return true
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Waits for the graceful shutdown of the service group, or for cancellation, and then shuts the database down.
    public func run() async throws {
        try? await gracefulShutdown()
        await shutDown()
    }

    private func close() {
        for call in monitor.change({ $0.close() }) { call.fail(.shutDown) }
    }
}
