import CurlTransport
import FoundationEssentials
import HTTPServer
import NIOPosix
import StorageTestSupport
import TaskCore
import TasksAPI
import TestSupport

/// Runs a test against a new API, which listens on a port that the system chose.
func withAPI(
    store: any TaskStore = MemoryTaskStore(), verifier: any AccessTokenVerifying = TestVerifier(),
    deleteMaxAge: Duration? = nil, now: @escaping @Sendable () -> Date = { Date() },
    _ body: @Sendable (APIClient) async throws -> Void
) async throws {
    let transport = try CurlClient()
    try await listening { onListening in
        TasksAPIServer(
            store: store, verifier: verifier, deleteMaxAge: deleteMaxAge, logger: .silent, now: now
        ).service(
            listen: ListenAddress(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton,
            onListening: onListening)
    } _: { port in
        try await body(APIClient(transport: transport, port: port))
    }
}
