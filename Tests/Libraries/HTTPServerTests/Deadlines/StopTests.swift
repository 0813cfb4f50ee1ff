import Hummingbird
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import HTTPServer

/// A server that stops waits for requests, and for nothing else.
@Suite(.timeLimit(.minutes(1))) struct StopTests {
    /// Deadlines so long that a stop that waited for one of them would outlast the test.
    private static let patient = ClientDeadlines(headers: .seconds(600), idle: .seconds(600))
    private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    // MARK: In memory

    /// A connection whose handlers close it only after words of the client, as TLS does.
    private static func slowlyClosing() throws -> TimedPipeline {
        let pipeline = try TimedPipeline()
        let operations = pipeline.channel.pipeline.syncOperations
        try operations.addHandler(
            NeverClosing(), position: .after(operations.handler(type: ConnectionDeadlines.self)))
        return pipeline
    }

    @Test(
        "A connection without a request is closed at once, whatever its client says",
        arguments: ["", "GET / HTTP/1.1\r\nHost: h\r\n", "\(request)\(request)"])
    func quiet(_ received: String) throws {
        let pipeline = try Self.slowlyClosing()
        try pipeline.receive(received)
        if received.hasSuffix("\r\n\r\n") { for _ in 0..<2 { try pipeline.respond() } }
        #expect(pipeline.isOpen)
        pipeline.stop()
        #expect(!pipeline.isOpen)
    }

    @Test("A connection with requests is closed as soon as all of their responses are sent") func inWork() throws {
        let pipeline = try Self.slowlyClosing()
        try pipeline.receive(Self.request + Self.request)
        pipeline.stop()
        try pipeline.respond()
        #expect(pipeline.isOpen)
        pipeline.network.isStalled = true
        try pipeline.respond()
        pipeline.wait(.seconds(1))
        #expect(pipeline.isOpen)
        pipeline.network.take(pipeline.network.count)
        pipeline.wait(.zero)
        #expect(!pipeline.isOpen)
        #expect(try pipeline.sent().hasSuffix("hello"))
    }

    // MARK: On sockets

    /// The beginning of a TLS record with a ClientHello.
    private static let helloStart: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

    @Test("A client that hasn't finished its TLS handshake doesn't delay the stop", arguments: [[], helloStart])
    func handshake(_ bytes: [UInt8]) async throws {
        try await SecureTestServer.run(protocols: ["http/1.1"], deadlines: Self.patient) { server in
            try await server.server.open { silent in
                if !bytes.isEmpty { try await silent.send(bytes) }
                // Connections are accepted in their order.
                try await server.open { connection in
                    try await connection.send(Self.request)
                    #expect(try await connection.response().body == "hello")
                }
                await server.server.shutDown()
                #expect(await silent.restOfBytes().isEmpty)
            }
        }
    }

    @Test("An idle client doesn't delay the stop over TLS") func idle() async throws {
        try await SecureTestServer.run(protocols: ["http/1.1"], deadlines: Self.patient) { server in
            try await server.open { connection in
                try await connection.send(Self.request)
                #expect(try await connection.response().body == "hello")
                try await connection.send("GET / HTTP/1.1\r\nHost:")
                await server.server.shutDown()
                #expect(await connection.restOfBytes().isEmpty)
            }
        }
    }

    @Test(
        "An idle client doesn't delay the stop over HTTP/2, even if it doesn't acknowledge the end",
        arguments: ["nothing", "the preface", "a request"])
    func idleHTTP2(_ sent: String) async throws {
        try await SecureTestServer.run(deadlines: Self.patient) { server in
            try await server.open { connection in
                switch sent {
                case "nothing":
                    try await connection.bytes {
                        HTTP2Bytes.frames($0).contains { $0.type == HTTP2Bytes.settings } ? () : nil
                    }
                case "the preface": try await connection.startHTTP2()
                default:
                    try await connection.startHTTP2()
                    try await connection.send(HTTP2Bytes.get(stream: 1))
                    #expect(try await connection.status(of: 1) == "200")
                }
                await server.server.shutDown()
                let frames = HTTP2Bytes.frames(await connection.restOfBytes())
                #expect(frames.contains { $0.type == HTTP2Bytes.goAway })
            }
        }
    }

    @Test("A request that crosses the end of an HTTP/2 connection on its way is refused so that it may be sent again")
    func crossing() async throws {
        let deadlines = ClientDeadlines(idle: .seconds(600), crossing: .seconds(600))
        try await SecureTestServer.run(deadlines: deadlines) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(HTTP2Bytes.get(stream: 1))
                #expect(try await connection.status(of: 1) == "200")
                await server.server.shutDown()
                let ping = try await connection.bytes { bytes in
                    HTTP2Bytes.frames(bytes).first { $0.type == HTTP2Bytes.ping }?.payload
                }
                try await connection.send(HTTP2Bytes.get(stream: 3))
                #expect(try await connection.reset(of: 3) == 7)
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.ping, flags: 0x1, stream: 0, ping))
                _ = await connection.restOfBytes()
            }
        }
    }

    @Test("A response in flight over TLS arrives whole before the stop ends") func inFlight() async throws {
        let size = 2 * 1024 * 1024
        let gate = Gate()
        let router = Router(context: BasicRequestContext.self)
        router.get("/slow") { _, _ in
            await gate.pass()
            return String(repeating: "a", count: size)
        }
        try await SecureTestServer.run(router, protocols: ["http/1.1"]) { server in
            try await server.open(receiveBuffer: 4096) { connection in
                try await connection.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
                await gate.waitForArrival()
                await server.server.shutDown()
                gate.open()
                #expect(try await connection.response().body.utf8.count == size)
                #expect(await connection.restOfBytes().isEmpty)
            }
        }
    }
}

extension TimedPipeline {
    fileprivate func stop() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        wait(.zero)
    }
}

/// Ignores that the connection is to be closed.
private final class NeverClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        promise?.succeed()
    }
}
