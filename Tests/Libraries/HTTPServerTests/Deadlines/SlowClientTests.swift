import HTTPTypes
import Hummingbird
import NIOCore
import NIOSSL
import TestSupport
import Testing

@testable import HTTPServer

/// Slow clients on real sockets, with short deadlines.
@Suite struct SlowClientTests {
    private static let short = Duration.milliseconds(200)
    private static let farewell = Duration.milliseconds(50)

    private static func identity() async throws -> (TestCertificate, TLSIdentity) {
        let certificate = try await TestCertificate()
        return (
            certificate, try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        )
    }

    @Test("Forty clients that stop within a request are dropped, while another client is served") func others()
        async throws
    {
        let deadlines = ClientDeadlines(headers: .seconds(3), farewell: Self.farewell)
        try await TestServer.run(deadlines: deadlines) { server in
            try await server.open { served in
                try await served.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await served.response().body == "hello")
                await withTaskGroup(of: [UInt8].self) { group in
                    for _ in 0..<40 {
                        group.addTask {
                            let said = try? await server.open { connection in
                                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\nX-")
                                return await connection.restOfBytes()
                            }
                            return said ?? []
                        }
                    }
                    // If the machine is busy, the start of a request may come too late to be seen. Then there is no
                    // response.
                    var responses: [String] = []
                    for await said in group where !said.isEmpty {
                        responses.append(String(decoding: said, as: UTF8.self))
                    }
                    #expect(!responses.isEmpty && responses.allSatisfy { $0.hasPrefix("HTTP/1.1 408 ") })
                }
                try await served.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await served.response().body == "hello")
            }
        }
    }

    @Test("A body that doesn't arrive is refused, and its part reaches no handler") func body() async throws {
        let deadlines = ClientDeadlines(body: Self.short, farewell: Self.farewell)
        try await TestServer.run(deadlines: deadlines) { server in
            try await server.open { connection in
                try await connection.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
                let response = try await connection.response()
                #expect(response.status == 408 && !response.body.contains("abc"))
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A connection that isn't used any more is closed") func idle() async throws {
        try await TestServer.run(deadlines: ClientDeadlines(idle: Self.short, farewell: Self.farewell)) { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.response().body == "hello")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(
        "A TLS handshake that isn't finished ends, whether or not it was started",
        arguments: [[], [0x16, 0x03, 0x01, 0x00, 0x80, 0x01]])
    func handshake(_ bytes: [UInt8]) async throws {
        let (certificate, identity) = try await Self.identity()
        defer { withExtendedLifetime(certificate) {} }
        let deadlines = ClientDeadlines(headers: Self.short, farewell: Self.farewell)
        try await TestServer.run(tls: identity, deadlines: deadlines) { server in
            try await server.open { connection in
                try await connection.send(bytes)
                #expect(await connection.restOfBytes().isEmpty)
            }
        }
    }

    @Test("Over TLS, a client that reads slowly on and on gets all of a response", arguments: ["http/1.1", "h2"])
    func slowReader(version: String) async throws {
        let size = 16 * 1024 * 1024
        let router = TestServer.router()
        router.get("/large") { _, _ in String(repeating: "x", count: size) }
        let progress = Duration.seconds(6)
        try await SecureTestServer.run(
            router, protocols: [version], deadlines: ClientDeadlines(progress: progress, pressedProgress: progress)
        ) { server in
            try await server.open(receiveBuffer: 256 * 1024) { connection in
                if version == "h2" {
                    try await connection.send(
                        HTTP2Bytes.preface(settings: [(4, 0x7FFF_FFFF)])
                            + HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, [0x70, 0, 0, 0])
                            + HTTP2Bytes.get("/large", stream: 1))
                } else {
                    try await connection.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
                }
                let (clock, start) = (ContinuousClock(), ContinuousClock.now)
                var count = 0
                while count < size {
                    count += try await connection.skip()
                    // The whole response takes twice the deadline of a piece. The system takes it in steps of more than
                    // a megabyte.
                    let pace: Duration = progress * (2 * Double(count) / Double(size))
                    try await clock.sleep(until: start + pace)
                }
            }
        }
    }

    @Test("An HTTP/2 connection without a request ends") func silentHTTP2() async throws {
        try await SecureTestServer.run(deadlines: ClientDeadlines(headers: Self.short, farewell: Self.farewell)) {
            server in
            // If the machine is busy, not even the handshake is done in time.
            let said = try? await server.open { connection in
                try await connection.send(HTTP2Bytes.preface)
                return await connection.restOfBytes()
            }
            #expect(!HTTP2Bytes.frames(said ?? []).contains { $0.stream != 0 })
        }
    }

    @Test("Over HTTP/2 a slow body resets its stream alone, and an idle connection gets GOAWAY and is closed")
    func slowHTTP2()
        async throws
    {
        let deadlines = ClientDeadlines(body: Self.short, idle: Self.short, farewell: Self.farewell)
        try await SecureTestServer.run(deadlines: deadlines) { server in
            let said = try await server.open { connection in
                try await connection.send(HTTP2Bytes.preface + HTTP2Bytes.postHead(path: "/echo", stream: 1))
                return await connection.restOfBytes()
            }
            let frames = HTTP2Bytes.frames(said)
            #expect(
                frames.filter { $0.stream == 1 }.map(\.type) == [
                    HTTP2Bytes.headers, HTTP2Bytes.data, HTTP2Bytes.data, HTTP2Bytes.resetStream,
                ])
            #expect(frames.last { $0.stream == 0 && $0.type != HTTP2Bytes.ping }?.type == HTTP2Bytes.goAway)
        }
    }
}
