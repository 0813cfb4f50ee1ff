package import HTTPTransport
import HTTPTypes
import Synchronization

/// A collector of traces on loopback, which takes OTLP over HTTP in JSON, and reads it as strictly as can be.
package final class TraceCollector: Sendable {
    private let server: LoopbackServer

    /// Starts a collector.
    ///
    /// - Parameter respond: Its response to each request, by the request's number from 1 on; by default all spans are
    ///   accepted.
    package static func start(
        _ respond: @escaping @Sendable (_ number: Int) async -> LoopbackResponse = { _ in .json("{}") }
    ) async throws -> TraceCollector {
        let count = Mutex(0)
        return TraceCollector(
            server: try await LoopbackServer.start { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return await respond(number)
            })
    }

    private init(server: LoopbackServer) { self.server = server }

    /// The URL that spans are posted to.
    package var url: HTTPURL { get throws { try server.url("/v1/traces") } }
    package var port: Int { server.port }
    /// Every request so far.
    package var requests: [RecordedRequest] { server.requests }
    /// How many connections are open now.
    package var connectionsOpen: Int { server.connectionsOpen }

    /// The spans of all requests so far.
    ///
    /// - Throws: ``OTLPFault`` if a request isn't as the specification has it.
    package func spans() throws -> [CollectedSpan] { try requests.flatMap(OTLPReader.spans) }

    /// Waits until that many requests have come in whole.
    package func waitForRequests(_ count: Int) async throws { try await server.waitForRequests(count) }

    /// Waits until a span with such a name has come in.
    package func waitForSpan(_ name: String) async throws {
        try await eventually { try self.spans().contains { $0.name == name } }
    }

    package func stop() async { await server.stop() }
}
