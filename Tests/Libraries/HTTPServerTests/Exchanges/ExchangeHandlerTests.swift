import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOPosix
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct ExchangeHandlerTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("A body that the application doesn't read is skipped, and the next request is served") func skipped()
        async throws
    {
        try await TestServer.run { server in
            try await server.open { connection in
                let body = String(repeating: "x", count: 60_000)
                try await connection.send(
                    "POST /both HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n\(body)\(Self.get)")
                #expect(try await connection.response().body == "posted")
                #expect(try await connection.response().body == "hello")
            }
        }
    }

    @Test("A body is read in the pieces that come, and the request after it waits") func pieces() async throws {
        let (pieces, continuation) = AsyncStream<String>.makeStream()
        let router = TestServer.router()
        router.post("/pieces") { request, _ in
            for try await piece in request.body { continuation.yield(String(buffer: piece)) }
            return "read"
        }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                var seen = pieces.makeAsyncIterator()
                try await connection.send("POST /pieces HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                for piece in ["one", "two"] {
                    try await connection.send("3\r\n\(piece)\r\n")
                    #expect(await seen.next() == piece)
                }
                try await connection.send("0\r\n\r\n\(Self.get)")
                #expect(try await connection.response().body == "read")
                #expect(try await connection.response().body == "hello")
            }
        }
    }

    @Test("While many parts of a body wait, no more are read, and reading goes on when they are taken") func waiting()
        async throws
    {
        let channel = EmbeddedChannel()
        let (reads, exchanges) = (ReadCounter(), ExchangeHandler(on: channel.eventLoop))
        try channel.pipeline.syncOperations.addHandlers(reads, exchanges)
        let head = HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/")
        for _ in 0..<5 {
            channel.read()
            try channel.writeInbound(HTTPRequestPart.head(head))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        #expect(reads.count == 5)
        channel.read()
        #expect(reads.count == 5)
        #expect(try await exchanges.nextRequest()?.head == head)
        #expect(reads.count == 6)
        _ = try channel.finish(acceptAlreadyClosed: true)
        for _ in 0..<4 { #expect(try await exchanges.nextRequest()?.head == head) }
        #expect(try await exchanges.nextRequest() == nil)
    }

    @Test(
        "A client that closes its half of the connection ends the work on its GET, unless another request waits",
        arguments: [false, true])
    func followed(_ isFollowed: Bool) async throws {
        // The work's task is cancelled, which must not be the test's.
        let work = Task {
            let channel = EmbeddedChannel()
            let exchanges = ExchangeHandler(on: channel.eventLoop)
            try channel.pipeline.syncOperations.addHandler(exchanges)
            for method: HTTPRequest.Method in isFollowed ? [.get, .post] : [.get] {
                let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/")
                try channel.writeInbound(HTTPRequestPart.head(head))
                try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "one")))
                try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "two")))
                try channel.writeInbound(HTTPRequestPart.end(nil))
            }
            try await exchanges.serving {
                _ = try await exchanges.nextRequest()
                exchanges.startWork(isDispensable: true)
                channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
                channel.embeddedEventLoop.advanceTime(by: .seconds(1))
                #expect(Task.isCancelled == !isFollowed)
                try await exchanges.send(Response(status: .ok))
                #expect(try await exchanges.nextRequest()?.method == (isFollowed ? .post : nil))
                exchanges.startWork(isDispensable: true)
                #expect(Task.isCancelled)
            }
            _ = try channel.finish(acceptAlreadyClosed: true)
        }
        try await work.value
    }

    @Test("A client that is gone ends the work on its GET, whatever waits behind it") func gone() async throws {
        let work = Task {
            let channel = EmbeddedChannel()
            let exchanges = ExchangeHandler(on: channel.eventLoop)
            try channel.pipeline.syncOperations.addHandler(exchanges)
            for _ in 0..<2 {
                let head = HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/")
                try channel.writeInbound(HTTPRequestPart.head(head))
                try channel.writeInbound(HTTPRequestPart.end(nil))
            }
            try await exchanges.serving {
                _ = try await exchanges.nextRequest()
                exchanges.startWork(isDispensable: true)
                _ = try channel.finish(acceptAlreadyClosed: true)
                #expect(Task.isCancelled)
            }
        }
        try await work.value
    }

    @Test("A response of many pieces is made no faster than its client reads, and arrives whole") func pieced()
        async throws
    {
        let (pieces, number) = (Pieces(), 200)
        let router = TestServer.router()
        router.get("/long") { _, _ in pieces.response(number) }
        router.get("/short") { _, _ in pieces.response(20) }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /long HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                #expect(try await connection.rest().utf8.count { $0 == UInt8(ascii: "x") } == number * Pieces.size)
            }
        }
        try await SecureTestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send(HTTP2Bytes.preface(settings: [(4, 0x7FFF_FFFF)]))
                try await connection.send(HTTP2Bytes.get("/short", stream: 1))
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, [0x70, 0, 0, 0]))
                _ = try await connection.bytes { HTTP2Bytes.body($0, stream: 1).count == 20 * Pieces.size ? () : nil }
            }
        }
    }

    @Test("The head of a response of unknown length doesn't wait for the first piece") func head() async throws {
        let gate = Gate()
        let router = TestServer.router()
        router.get("/late") { _, _ in
            Response(
                status: .accepted,
                body: ResponseBody { writer in
                    await gate.pass()
                    try await writer.finish(nil)
                })
        }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /late HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                #expect(try await connection.response(toHead: true).status == 202)
                gate.open()
                #expect(try await connection.rest() == "0\r\n\r\n")
            }
        }
    }

    @Test("A client that has closed its half gets a large response whole") func halfClosed() async throws {
        let size = 12 * 1024 * 1024
        let router = TestServer.router()
        router.get("/large") { _, _ in String(repeating: "x", count: size) }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
                connection.finish()
                #expect(try await connection.response().body.utf8.count == size)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("The rest of a body that came too late is not taken for the whole body") func late() async throws {
        let (outcomes, outcome) = AsyncStream<Result<String, any Error>>.makeStream()
        let router = TestServer.router()
        router.post("/read") { request, _ in
            do {
                let text = String(buffer: try await request.body.collect(upTo: 100))
                outcome.yield(.success(text))
                return text
            } catch {
                outcome.yield(.failure(error))
                throw error
            }
        }
        let deadlines = ClientDeadlines(body: .milliseconds(200), farewell: .milliseconds(500))
        try await TestServer.run(router, deadlines: deadlines) { server in
            try await server.open { connection in
                try await connection.send("POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
                #expect(try await connection.response().status == 408)
                try await connection.send("defghij")
                let result = await outcomes.first { _ in true }
                #expect(throws: (any Error).self) { try result?.get() }
            }
        }
    }

    @Test("A request behind one that is too large isn't served") func behind() async throws {
        let served = Atomic(0)
        let router = TestServer.router()
        router.post("/count") { _, _ in
            served.add(1, ordering: .relaxed)
            return "counted"
        }
        try await TestServer.run(router, deadlines: ClientDeadlines(farewell: .milliseconds(300))) { server in
            try await server.open { connection in
                let body = String(repeating: "x", count: 70_000)
                let second = "POST /count HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx"
                try await connection.send(
                    "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 70000\r\n\r\n\(body)\(second)")
                #expect(try await connection.response().status == 413)
                #expect(await connection.restOfBytes().isEmpty)
            }
        }
        #expect(served.load(ordering: .relaxed) == 0)
    }

    @Test("A request behind a refused one isn't served, even if the refusal itself waits to be sent") func queued()
        async throws
    {
        let pipeline = try TimedPipeline()
        let exchanges = ExchangeHandler(on: pipeline.channel.eventLoop)
        try pipeline.channel.pipeline.syncOperations.addHandler(exchanges)
        pipeline.network.isStalled = true
        let request = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx"
        try pipeline.receive(request + request)
        #expect(try await exchanges.nextRequest() != nil)
        try await exchanges.send(Response(status: .contentTooLarge))
        #expect(try await exchanges.nextRequest() == nil)
    }

    @Test("A cancelled server ends, whatever its connections wait for") func cancelled() async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let (errors, error) = AsyncStream<any Error>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let pieces = Pieces()
        let router = TestServer.router()
        router.get("/long") { _, _ in pieces.response(4000) }
        router.post("/read") { request, _ in
            start.yield()
            do {
                return String(buffer: try await request.body.collect(upTo: 1))
            } catch let thrown {
                error.yield(thrown)
                throw thrown
            }
        }
        let service = WebServer(router: router, address: .hostname(port: 0), logger: .silent) { port.yield($0) }
        let running = Task { try await service.run() }
        let number = try #require(await ports.first { _ in true })
        try await RawConnection.open(number) { idle in
            try await idle.send(Self.get)
            #expect(try await idle.response().body == "hello")
            try await RawConnection.open(number) { unread in
                try await unread.send("GET /long HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await unread.response(toHead: true).status == 200)
                try await RawConnection.open(number) { reading in
                    try await reading.send("POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n")
                    await starts.first { _ in true }
                    running.cancel()
                    #expect(await errors.first { _ in true } != nil)
                    _ = await running.result
                    #expect(try await idle.rest().isEmpty)
                    #expect(await pieces.made.first { _ in true } ?? 4000 < 4000)
                }
            }
        }
    }

    @Test("A response is dated in the second in which it is made") func dated() async throws {
        try await TestServer.run { server in
            let before = Date.now.addingTimeInterval(-1)
            let text = try #require(
                try await server.response("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")["Date"])
            let date = try #require(HTTPDate.parse(text))
            #expect((before...Date.now).contains(date))
        }
    }
}

/// Counts how often a channel is to read.
private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = Never

    var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
    }
}
