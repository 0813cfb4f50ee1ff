import CurlTransport
import HTTPServer
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import StorageTestSupport
import TaskCore
import TasksAPI

/// Runs a test against a new API, which listens on a port that the system chose.
func withAPI(
    store: any TaskStore = MemoryTaskStore(), verifier: any AccessTokenVerifying = TestVerifier(),
    _ body: (APIClient) async throws -> Void
) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let service = try TasksAPIServer(store: store, verifier: verifier, logger: logger).service(
        listen: ListenAddress(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton,
        onListening: { port.yield($0) })
    let services = ServiceGroup(
        configuration: ServiceGroupConfiguration(services: [.init(service: service)], logger: logger))
    let transport = try CurlClient()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { port.finish() }
            try await services.run()
        }
        for await port in ports {
            do { try await body(APIClient(transport: transport, port: port)) } catch {
                await transport.shutDown()
                await services.triggerGracefulShutdown()
                throw error
            }
            break
        }
        await transport.shutDown()
        await services.triggerGracefulShutdown()
        try await group.waitForAll()
    }
}
