import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing

@testable import WebServing

@Suite struct RequestLogTests {
    /// Keeps what is logged.
    private final class Lines: Sendable {
        let all = Mutex<[Logger.Metadata]>([])
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.all.withLock { $0.append(event.metadata ?? [:]) }
        }
    }

    @Test("Method, path, status and time are logged, and never the query, where codes travel") func line() async throws
    {
        let lines = Lines()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware { RequestLog(Logger(label: "log") { _ in Handler(lines: lines) }) }
        router.get("/auth") { _, _ in "ok" }
        try await TestServer.run(router) { server in
            _ = try await server.answer(
                "GET /auth?code=secret&state=s HTTP/1.1\r\nHost: h\r\nCookie: latchkey=secret\r\n\r\n")
        }
        let logged = try #require(lines.all.withLock { $0 }.first)
        #expect(logged["method"] == "GET" && logged["path"] == "/auth" && logged["status"] == "200")
        #expect(logged["ms"] != nil)
        #expect(!"\(logged)".contains("secret"))
        #expect(logged["client"] == nil)
    }

    @Test("The client is logged as far as it is known") func client() async throws {
        let lines = Lines()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware {
            RequestLog(Logger(label: "log") { _ in Handler(lines: lines) }) { request, _ in
                TrustedProxies(["127.0.0.1"].compactMap(AddressRange.init)).client(
                    peer: "127.0.0.1", fields: request.headers)
            }
        }
        router.get("/") { _, _ in "ok" }
        try await TestServer.run(router) { server in
            _ = try await server.answer("GET / HTTP/1.1\r\nHost: h\r\nForwarded: for=192.0.2.60\r\n\r\n")
        }
        #expect(lines.all.withLock { $0 }.first?["client"] == "192.0.2.60")
    }
}
