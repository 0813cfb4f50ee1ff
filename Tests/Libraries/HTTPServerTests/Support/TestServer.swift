import HTTPTransport
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Synchronization
import TestSupport
import WebSupport

@testable import HTTPServer

/// A server of some routes at a port that the system picks, for as long as a test runs.
struct TestServer {
    let port: Int
    private let group: ServiceGroup

    /// The routes that most tests need.
    static func router() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.get("/") { _, _ in "hello" }
        router.post("/echo") { request, _ in
            String(buffer: try await request.body.collect(upTo: Request.maximumBodyBytes))
        }
        router.get("/both") { _, _ in "got" }
        router.post("/both") { _, _ in "posted" }
        router.delete("/items/{id}") { _, _ in "deleted" }
        return router
    }

    /// More event loops than processors, usually: then threads are interrupted anywhere.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 8)

    static func run<Context: RequestContext, Result: Sendable>(
        _ router: Router<Context> = router(), maximumConnections: Int = 100, tls: TLSIdentity? = nil,
        hosts: ServedHosts = .any, deadlines: ClientDeadlines = ClientDeadlines(),
        budget: ResponseBudget = ResponseBudget(), metrics: ServerMetrics? = nil,
        isDispensable: (@Sendable (Request) -> Bool)? = nil, logger: Logger = .silent,
        _ body: (TestServer) async throws -> Result
    ) async throws -> Result where Context: InitializableFromSource<ApplicationRequestContextSource> {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        var service = WebServer(
            router: router, address: .hostname(port: 0), tls: tls, hosts: hosts,
            limits: ServerLimits(
                connections: maximumConnections, bodyBytes: Request.maximumBodyBytes, deadlines: deadlines),
            metrics: metrics, isDispensable: isDispensable, eventLoopGroupProvider: .shared(group), logger: logger
        ) { continuation.yield($0) }
        service.budget = budget
        let services = ServiceGroup(configuration: .init(services: [.init(service: service)], logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { continuation.finish() }
                try await services.run()
            }
            var port: Int?
            for await found in ports {
                port = found
                break
            }
            guard let port else { throw NotListening() }
            let result: Result
            do {
                result = try await body(TestServer(port: port, group: services))
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            await services.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return result
        }
    }

    func shutDown() async {
        await group.triggerGracefulShutdown()
    }

    func open<Result: Sendable>(
        tls: NIOSSLContext? = nil, receiveBuffer: Int? = nil, _ body: (inout RawConnection) async throws -> Result
    ) async throws -> Result {
        try await RawConnection.open(port, tls: tls, receiveBuffer: receiveBuffer, body)
    }

    /// The response to one request on a new connection.
    func response(_ request: String, toHead isHead: Bool = false) async throws -> RawConnection.Response {
        try await open { connection in
            try await connection.send(request)
            return try await connection.response(toHead: isHead)
        }
    }

    private struct NotListening: Error {}
}
