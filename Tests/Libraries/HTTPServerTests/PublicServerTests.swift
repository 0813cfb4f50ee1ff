import HTTPServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

/// A server as an application outside this package has it: by the public interface alone.
@Suite struct PublicServerTests {
    private static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        router.post("/form") { request, _ in
            String(buffer: try await request.body.collect(upTo: .max))
        }
        router.get("/id") { _, context in context.id }
        return router
    }

    private static func run(
        _ limits: ServerLimits = ServerLimits(), hosts: ServedHosts = .any, _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        // A silent logger has no metadata, which an id is.
        var logger = Logger(label: "PublicServerTests")
        logger.logLevel = .critical
        try await listening { [logger] in
            WebServer(
                router: router(), address: .hostname(port: 0), hosts: hosts, limits: limits, logger: logger,
                onListening: $0)
        } _: {
            try await body($0)
        }
    }

    private static func response(_ text: String, at port: Int) async throws -> RawConnection.Response {
        try await RawConnection.open(port) { connection in
            try await connection.send(text)
            return try await connection.response()
        }
    }

    /// The status of a request after which the connection has to end.
    private static func lastStatus(_ text: String, at port: Int) async throws -> Int {
        try await RawConnection.open(port) { connection in
            try await connection.send(text)
            let status = try await connection.response().status
            #expect(try await connection.rest().isEmpty)
            return status
        }
    }

    @Test("A request that no limit refuses reaches the router, whose paths have 405 for other methods")
    func routed() async throws {
        try await Self.run { port in
            let found = try await Self.response("GET / HTTP/1.1\r\nHost: h\r\n\r\n", at: port)
            #expect(found.status == 200 && found.body == "hello")
            #expect(try await Self.response("GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n", at: port).status == 404)
            let refused = try await Self.response("DELETE /form HTTP/1.1\r\nHost: h\r\n\r\n", at: port)
            #expect(refused.status == 405 && refused["Allow"] == "POST")
        }
    }

    @Test("A head or a body that takes longer than its deadline gets 408, and the connection ends")
    func slow() async throws {
        // Long enough for the connection to be opened on a machine that is busy.
        try await Self.run(ServerLimits(deadlines: ClientDeadlines(headers: .seconds(3)))) { port in
            let status = try await Self.lastStatus("GET / HTTP/1.1\r\nHo", at: port)
            #expect(status == 408)
        }
        try await Self.run(ServerLimits(deadlines: ClientDeadlines(body: .milliseconds(100)))) { port in
            let half = "POST /form HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx"
            let status = try await Self.lastStatus(half, at: port)
            #expect(status == 408)
        }
    }

    @Test(
        "A body over the limit gets 413, and the connection ends",
        arguments: [
            "Content-Length: 11\r\n\r\n", "Content-Length: 11\r\n\r\n01234567890",
            "Expect: 100-continue\r\nContent-Length: 11\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n6\r\n567890\r\n",
        ])
    func largeBody(_ rest: String) async throws {
        try await Self.run(ServerLimits(bodyBytes: 10)) { port in
            let status = try await Self.lastStatus("POST /form HTTP/1.1\r\nHost: h\r\n\(rest)", at: port)
            #expect(status == 413)
        }
    }

    @Test(
        "A body of exactly the limit is read",
        arguments: [
            "Content-Length: 10\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n",
        ])
    func exactBody(_ rest: String) async throws {
        try await Self.run(ServerLimits(bodyBytes: 10)) { port in
            let response = try await Self.response("POST /form HTTP/1.1\r\nHost: h\r\n\(rest)", at: port)
            #expect(response.status == 200 && response.body == "0123456789")
        }
    }

    @Test("A limit that is too large to calculate with is no limit, and no crash")
    func noLimits() async throws {
        let limits = ServerLimits(headerBytes: .max, bodyBytes: .max, unsentBytes: .max, connectionUnsentBytes: .max)
        try await Self.run(limits) { port in
            let sent = "POST /form HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi"
            let response = try await Self.response(sent, at: port)
            #expect(response.status == 200 && response.body == "hi")
        }
    }

    @Test("A request for a host that isn't named gets 421; a named host is served with any port, in any case")
    func hosts() async throws {
        try await Self.run(hosts: .names(["App.example", "[::1]"])) { port in
            for host in ["app.example", "APP.example", "app.example:8443", "[::1]:80"] {
                let response = try await Self.response("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", at: port)
                #expect(response.status == 200)
            }
            for host in ["", "other.example", "www.app.example", "app.example.", "localhost", "app.example/"] {
                let response = try await Self.response("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", at: port)
                #expect(response.status == 421)
            }
        }
    }

    @Test("A head with more bytes or fields than the limits gets 431, and the connection ends")
    func largeHead() async throws {
        try await Self.run(ServerLimits(headerBytes: 1000, headerFields: 10)) { port in
            let large = "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 1000))\r\n\r\n"
            let status = try await Self.lastStatus(large, at: port)
            #expect(status == 431)
            let many = "GET / HTTP/1.1\r\nHost: h\r\n\(String(repeating: "X: x\r\n", count: 10))\r\n"
            #expect(try await Self.lastStatus(many, at: port) == 431)
            let most = "GET / HTTP/1.1\r\nHost: h\r\n\(String(repeating: "X: x\r\n", count: 9))\r\n"
            #expect(try await Self.response(most, at: port).status == 200)
        }
    }

    @Test("Each request has an id of its own") func ids() async throws {
        try await Self.run { port in
            let request = "GET /id HTTP/1.1\r\nHost: h\r\n\r\n"
            let first = try await Self.response(request, at: port).body
            let second = try await Self.response(request, at: port).body
            #expect(!first.isEmpty && !second.isEmpty && first != second)
        }
    }

    @Test("HummingbirdTesting's live tests use this server, with its limits") func live() async throws {
        let server = WebServer(router: Self.router(), limits: ServerLimits(bodyBytes: 10), logger: .silent)
        try await server.test(.live) { client in
            try await client.execute(uri: "/", method: .get) { #expect(String(buffer: $0.body) == "hello") }
            try await client.execute(uri: "/form", method: .post, body: ByteBuffer(string: "01234567890")) {
                #expect($0.status == .contentTooLarge)
            }
        }
    }

    @Test("Services run with the server, which listens after the code that prepares it") func services() async throws {
        let steps = Steps()
        try await listening { onListening in
            var server = WebServer(
                router: Self.router(), address: .hostname(port: 0), services: [StartedService(steps: steps)],
                logger: .silent
            ) {
                steps.add("listening")
                await onListening($0)
            }
            server.beforeServerStarts {
                await steps.started.waitForArrival()
                steps.add("prepared")
            }
            return server
        } _: { port in
            let response = try await Self.response("GET / HTTP/1.1\r\nHost: h\r\n\r\n", at: port)
            #expect(response.status == 200)
            #expect(steps.all == ["service", "prepared", "listening"])
        }
        #expect(steps.all.last == "service ended")
    }
}

private final class Steps: Sendable {
    let started = Gate()
    private let taken = Mutex<[String]>([])

    var all: [String] { taken.withLock { $0 } }

    func add(_ step: String) { taken.withLock { $0.append(step) } }
}

/// A service that waits for its end.
private struct StartedService: Service {
    let steps: Steps

    func run() async throws {
        steps.add("service")
        await steps.started.pass()
        steps.add("service ended")
    }
}
