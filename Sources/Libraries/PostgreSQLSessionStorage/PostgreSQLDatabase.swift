package import Logging
import ServiceLifecycle
import Synchronization
import SystemSupport

/// Connections to a database on a PostgreSQL server, or on one that speaks its protocol.
///
/// A few threads have a connection each, which they open when it is first needed, and again after a loss. A caller
/// waits without blocking a thread. The first process migrates the tables. While the server is unreachable, calls fail
/// at once, and a connection is tried half a second after the last failure, at first sooner.
///
/// In a `ServiceGroup` it shuts down with the group; list it before the services that use it.
package final class PostgreSQLDatabase: Service, Sendable {
    /// How long calls under way may take during a shutdown.
    static let defaultPatience = Duration.milliseconds(1500)
    /// How long their threads may take after that.
    private static let threadPatience = Duration.milliseconds(500)

    let url: CurrentURL
    let logger: Logger
    private let patience: Duration
    private let interruption: WakePipe
    private let monitor: PoolMonitor
    private let threads: [DedicatedThread]
    private let spans = Spans()

    /// A database that no connection is made to yet.
    ///
    /// - Parameters:
    ///   - connectionCount: Maximum number of calls that run at once. Each uses a connection, which is made when it is
    ///     needed.
    ///     All but one of them may be calls that write.
    ///   - schema: The tables that are created or migrated before the first call; `nil` to leave all as it is.
    ///   - preparation: Runs after that with each connection, before its first call.
    /// - Throws: ``PostgreSQLStorageError`` if the system has no thread to give.
    package init(
        _ url: PostgreSQLURL, connectionCount: Int, schema: PostgreSQLSchema?,
        patience: Duration = PostgreSQLDatabase.defaultPatience, logger: Logger,
        preparation: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Void = { _ in }
    ) throws {
        guard let interruption = WakePipe() else {
            throw PostgreSQLStorageError(.unreachable, "the system has no file descriptors to give")
        }
        let (url, gate) = (CurrentURL(url), SchemaGate(schema, preparation: preparation))
        self.url = url
        self.interruption = interruption
        self.logger = logger
        self.patience = patience
        let monitor = PoolMonitor(connectionCount: connectionCount)
        self.monitor = monitor
        let workers = (0..<max(1, connectionCount)).compactMap { _ in
            DedicatedThread {
                PoolWorker(url: url, interruption: interruption, monitor: monitor, schema: gate, logger: logger).run()
            }
        }
        guard !workers.isEmpty, let timer = DedicatedThread({ monitor.failLateCalls() }) else {
            monitor.change { _ = $0.close() }
            throw PostgreSQLStorageError(.unreachable, "the system has no thread to give")
        }
        // In the order in which a shutdown waits for them: a thread that is connecting may never end.
        threads = [timer] + workers
    }

    deinit {
        // No call is under way, because it would retain the database; a connecting thread ends by itself.
        close()
    }

    /// Runs a body on a connection, and repeats it if it conflicts with others.
    ///
    /// - Parameters:
    ///   - access: Whether the body only reads; such calls don't wait for those that write.
    ///   - operation: The name of the call's span.
    /// - Throws: ``PostgreSQLStorageError``, or `CancellationError` if the task is cancelled before the body's turn.
    package func perform<Value: Sendable>(
        _ access: DatabaseAccess = .writing, operation: String = #function, _ body: @escaping DatabaseCall<Value>.Body
    ) async throws -> Value {
        try await spans.ofDatabase("postgresql", operation) {
            let call = DatabaseCall(access, body)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    guard call.start(continuation) else { return }
                    if let refusal = monitor.submit(call) { call.fail(refusal) }
                }
            } onCancel: {
                call.cancel()
            }
        }
    }

    /// Opens new connections by another URL, of which all but the server and the database may differ.
    ///
    /// Connections that are there go on.
    ///
    /// - Throws: ``PostgreSQLStorageError`` if it names another database; then the old URL stays in use.
    package func replaceCredentials(with url: PostgreSQLURL) throws {
        guard self.url.replace(with: url) else {
            throw PostgreSQLStorageError(
                .otherDatabase,
                "the URL names another server, another database or other options; restart to change to it")
        }
    }

    /// Fails waiting and later calls, and gives those under way a moment to end.
    ///
    /// The shutdown takes at most two seconds, and none if the task is cancelled. Calls that haven't ended by then
    /// fail. A thread that is connecting can't be interrupted, and ends after that attempt.
    package func shutDown() async {
        close()
        if await haveThreadsEnded(within: patience) { return }
        interruption.wake()
        _ = await haveThreadsEnded(within: Self.threadPatience)
    }

    private func haveThreadsEnded(within limit: Duration) async -> Bool {
        let ends: Void? = try? await withDeadline(.now + limit) { [threads] in
            for thread in threads { await thread.ended() }
        }
        return ends != nil
    }

    /// Waits for the graceful shutdown of the service group, or for cancellation, and then shuts the database down.
    package func run() async throws {
        try? await gracefulShutdown()
        await shutDown()
    }

    private func close() {
        for call in monitor.change({ $0.close() }) { call.fail(.shutDown) }
    }
}
