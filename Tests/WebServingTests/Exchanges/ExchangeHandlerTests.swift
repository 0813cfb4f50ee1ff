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
import Testing

@testable import WebServing

@Suite struct ExchangeHandlerTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("A body that nobody reads is skipped, and the next request is served") func skipped() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                let body = String(repeating: "x", count: 60_000)
                try await connection.send(
                    "POST /both HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n\(body)\(Self.get)")
                #expect(try await connection.answer().body == "posted")
                #expect(try await connection.answer().body == "hello")
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
                #expect(try await connection.answer().body == "read")
                #expect(try await connection.answer().body == "hello")
            }
        }
    }

    @Test("While many parts wait no more are read, and reading goes on when they are taken") func held() async throws {
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

    @Test("A response made bit by bit is made no faster than its client reads") func unread() async throws {
        let piece = ByteBuffer(repeating: 120, count: 64 * 1024)
        let (written, continuation) = AsyncStream<Int>.makeStream()
        let router = TestServer.router()
        router.get("/long") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    var count = 0
                    defer { continuation.yield(count) }
                    for _ in 0..<4000 {
                        try await writer.write(piece)
                        count += piece.readableBytes
                    }
                    try await writer.finish(nil)
                })
        }
        try await TestServer.run(router, deadlines: ClientDeadlines(progress: .milliseconds(200))) { server in
            try await server.open { connection in
                try await connection.send("GET /long HTTP/1.1\r\nHost: h\r\n\r\n")
                let count = await written.first { _ in true }
                // The rest is in the system's buffers.
                #expect((1..<64_000_000).contains(count ?? 0))
            }
        }
    }

    @Test("A cancelled server ends, also while a request waits for its body and a connection for a request")
    func cancelled() async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let (errors, error) = AsyncStream<any Error>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let router = TestServer.router()
        router.post("/read") { request, _ in
            begin.yield()
            do {
                return String(buffer: try await request.body.collect(upTo: 1))
            } catch let thrown {
                error.yield(thrown)
                throw thrown
            }
        }
        let service = try WebServer.service(
            router, listen: ListenAddress(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { port.yield($0) }
        let running = Task { try await service.run() }
        let number = try #require(await ports.first { _ in true })
        try await RawConnection.open(number) { idle in
            try await idle.send(Self.get)
            #expect(try await idle.answer().body == "hello")
            try await RawConnection.open(number) { reading in
                try await reading.send("POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n")
                await begun.first { _ in true }
                running.cancel()
                #expect(await errors.first { _ in true } is CancellationError)
                _ = await running.result
                #expect(try await idle.rest().isEmpty)
            }
        }
    }

    @Test("A response is dated in the second in which it is made") func dated() async throws {
        try await TestServer.run { server in
            let before = Date.now.addingTimeInterval(-1)
            let text = try #require(
                try await server.answer("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")["Date"])
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
