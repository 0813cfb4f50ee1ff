public import Logging
public import ServiceLifecycle
import Synchronization
import SystemThread

/// A database on a PostgreSQL server, or on one that speaks its protocol, shared by the stores that keep their tables in it.
///
/// A few threads have a connection each, which they make when it is first needed and make anew when it is lost; a caller waits without holding
/// a thread. The tables are brought up to date by whichever process comes first. While the server can't be reached, calls fail at once, and it is
/// tried again at least once a second.
///
/// In a `ServiceGroup` it shuts down with the group; list it before the services that use it.
public final class PostgreSQLDatabase: Service, Sendable {
    /// How many connections there are at most, beside the one that listens.
    public static let defaultConnectionCount = 4

    let url: PostgreSQLURL
    let logger: Logger
    private let monitor = PoolMonitor()
    private let threads: [DedicatedThread]

    /// A database, of which nothing is asked yet.
    ///
    /// - Parameter connectionCount: How many calls are carried out at once.
    /// - Throws: ``PostgreSQLStorageError`` where the system has no thread to give.
    public convenience init(
        _ url: PostgreSQLURL, connectionCount: Int = PostgreSQLDatabase.defaultConnectionCount, logger: Logger
    ) throws {
        try self.init(url, connectionCount: connectionCount, migrates: true, logger: logger)
    }

    init(_ url: PostgreSQLURL, connectionCount: Int, migrates: Bool, logger: Logger) throws {
        self.url = url
        self.logger = logger
        let schema = SchemaGate(migrates: migrates)
        threads = (0..<max(1, connectionCount)).compactMap { [monitor] _ in
            DedicatedThread { PoolWorker(url: url, monitor: monitor, schema: schema, logger: logger).run() }
        }
        guard !threads.isEmpty else { throw PostgreSQLStorageError(.unreachable, "the system has no thread to give") }
    }

    deinit {
        // No call is under way, for it would hold the database; so the threads end at once.
        close()
        for thread in threads { thread.join() }
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
            try connection.query("SELECT sequence FROM latchkey_last_ending") { row throws(PostgreSQLStorageError) in try row.integer(0) }
        }
    }

    /// Fails the calls that wait and all later ones, and waits for those under way and for the threads.
    public func shutDown() async {
        close()
        for thread in threads { await thread.ended() }
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
