import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import HTTPServer

/// Clients that don't wait for their response.
@Suite(.timeLimit(.minutes(1))) struct HangUpTests {
    /// Ways to hang up on HTTP/1.1.
    enum Way: CaseIterable, Sendable {
        case close, closeHalf, reset
    }

    @Test("A client that hangs up ends the work on its GET", arguments: [false, true], Way.allCases)
    func get(isOverTLS: Bool, _ way: Way) async throws {
        let work = EndlessWork()
        try await work.run(isOverTLS: isOverTLS) { server, connect in
            try await connect { connection in
                try await connection.send("GET /work HTTP/1.1\r\nHost: h\r\n\r\n")
                await work.waitForStart()
                switch way {
                case .close: break
                case .closeHalf:
                    connection.finish()
                    #expect(await work.cancelled)
                case .reset: try await connection.reset()
                }
            }
            if way != .closeHalf { #expect(await work.cancelled) }
        }
    }

    @Test("A client that hangs up ends the work on the rest of its response", arguments: [false, true], Way.allCases)
    func rest(isOverTLS: Bool, _ way: Way) async throws {
        let work = EndlessWork()
        try await work.run(isOverTLS: isOverTLS) { server, connect in
            try await connect { connection in
                try await connection.send("GET /rest HTTP/1.1\r\nHost: h\r\n\r\n")
                await work.waitForStart()
                #expect(try await connection.response(toHead: true).status == 200)
                switch way {
                case .close: break
                case .closeHalf:
                    connection.finish()
                    #expect(await work.cancelled)
                case .reset: try await connection.reset()
                }
            }
            if way != .closeHalf { #expect(await work.cancelled) }
        }
    }

    @Test("A client that hangs up doesn't end the work on its POST", arguments: [false, true])
    func post(isOverTLS: Bool) async throws {
        let work = EndlessWork()
        try await work.run(isOverTLS: isOverTLS) { server, connect in
            try await connect { connection in
                try await connection.send("POST /work HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
                await work.waitForStart()
                try await connection.reset()
            }
            // The stream ends when the server knows that the client has hung up.
            #expect(await !work.cancelled)
        }
    }

    @Test("A GET is served to its end if the application wants that") func indispensable() async throws {
        let work = EndlessWork()
        try await work.run(isDispensable: { $0.uri.path != "/work" }) { server, connect in
            try await connect { connection in
                try await connection.send("GET /work HTTP/1.1\r\nHost: h\r\n\r\n")
                await work.waitForStart()
                try await connection.reset()
            }
            #expect(await !work.cancelled)
        }
    }

    @Test("A client that resets a stream ends the work on its GET, and on no other request of the connection")
    func stream() async throws {
        let work = EndlessWork()
        try await work.run(isOverTLS: true, protocols: ["h2"]) { server, connect in
            try await connect { connection in
                try await connection.startHTTP2()
                try await connection.send(HTTP2Bytes.postHead(path: "/echo", stream: 1))
                try await connection.send(HTTP2Bytes.get("/work", stream: 3))
                await work.waitForStart()
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.resetStream, stream: 3, [0, 0, 0, 8]))
                #expect(await work.cancelled)
                try await connection.send(
                    HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: 1, Array("abc".utf8)))
                #expect(try await connection.status(of: 1) == "200")
            }
        }
    }

    @Test(
        "A client that closes a connection of HTTP/2 ends the work on its GET, but not on its POST",
        arguments: ["GET", "POST"], [Way.close, .reset])
    func connection(_ method: String, _ way: Way) async throws {
        let work = EndlessWork()
        try await work.run(isOverTLS: true, protocols: ["h2"]) { server, connect in
            try await connect { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.head(
                        [(":method", method), (":scheme", "https"), (":path", "/work"), (":authority", "h")], stream: 1)
                )
                await work.waitForStart()
                if way == .reset { try await connection.reset() }
            }
            #expect(await work.cancelled == (method == "GET"))
        }
    }

    @Test("A request that waits for room is dropped if its client hangs up, but a POST is served", arguments: [3, 5])
    func waiting(_ postStream: Int) async throws {
        // One request fills the connection's room until its response is sent.
        let budget = ResponseBudget(.init(connection: 10, server: 1000, estimate: 10, patience: .seconds(600)))
        let work = EndlessWork()
        try await work.run(isOverTLS: true, protocols: ["h2"], budget: budget) { server, connect in
            try await connect { connection in
                try await connection.startHTTP2()
                try await connection.send(HTTP2Bytes.get("/work", stream: 1))
                await work.waitForStart()
                for stream in [3, 5] {
                    let method = stream == postStream ? "POST" : "GET"
                    try await connection.send(
                        HTTP2Bytes.head(
                            [(":method", method), (":scheme", "https"), (":path", "/count"), (":authority", "h")],
                            stream: stream))
                }
                try await eventually { budget.queued == 2 }
            }
            #expect(await work.cancelled)
            #expect(await work.counted == "POST")
            try await eventually { budget.queued == 0 }
        }
    }
}

/// Routes whose work doesn't end by itself.
private struct EndlessWork: Sendable {
    typealias Connect = ((inout RawConnection) async throws -> Void) async throws -> Void

    /// A context that knows whether the client is still there.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            channel = source.channel
        }
    }

    private let starts = AsyncStream<Void>.makeStream()
    private let ends = AsyncStream<Bool>.makeStream()
    private let counts = AsyncStream<String>.makeStream()

    func waitForStart() async { for await _ in starts.stream { return } }

    /// Whether the work ended because its task was cancelled.
    var cancelled: Bool {
        get async {
            for await isCancelled in ends.stream { return isCancelled }
            return false
        }
    }

    /// The method of the first request for `/count`.
    var counted: String? {
        get async {
            for await method in counts.stream { return method }
            return nil
        }
    }

    func run(
        isOverTLS: Bool = false, protocols: [String] = ["http/1.1"], budget: ResponseBudget = ResponseBudget(),
        isDispensable: @escaping @Sendable (Request) -> Bool = { $0.method.isSafe },
        _ body: (TestServer, Connect) async throws -> Void
    ) async throws {
        let router = Router(context: Context.self)
        for method: HTTPRequest.Method in [.get, .post] {
            router.on("/work", method: method) { request, context in
                starts.continuation.yield()
                // A dispensable request is cancelled first, or soon.
                if isDispensable(request) {
                    for await _ in AsyncStream(Void.self, { _ in }) {}
                } else {
                    try? await context.channel.closeFuture.get()
                }
                ends.continuation.yield(Task.isCancelled)
                return "done"
            }
            router.on("/rest", method: method) { _, _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        starts.continuation.yield()
                        for await _ in AsyncStream(Void.self, { _ in }) {}
                        ends.continuation.yield(Task.isCancelled)
                        try await writer.finish(nil)
                    })
            }
            router.on("/count", method: method) { request, _ in
                counts.continuation.yield(request.method.rawValue)
                return "counted"
            }
        }
        router.post("/echo") { request, _ in String(buffer: try await request.body.collect(upTo: 10)) }
        if isOverTLS {
            try await SecureTestServer.run(router, protocols: protocols, budget: budget, isDispensable: isDispensable) {
                server in
                try await body(server.server) { try await server.open($0) }
            }
        } else {
            try await TestServer.run(router, budget: budget, isDispensable: isDispensable) { server in
                try await body(server) { try await server.open($0) }
            }
        }
    }
}
