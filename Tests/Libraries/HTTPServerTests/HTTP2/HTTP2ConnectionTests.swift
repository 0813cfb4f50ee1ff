import Hummingbird
import TestSupport
import Testing

@testable import HTTPServer

/// Faults that end a connection of HTTP/2 as a whole.
@Suite struct HTTP2ConnectionTests {
    /// Error codes of RFC 9113, section 7.
    private static let noError: UInt8 = 0

    private static func expectEnd(
        acknowledging: Bool = true, sourceLocation: SourceLocation = #_sourceLocation, _ bytes: [UInt8]
    ) async throws {
        try await SecureTestServer.run { server in
            let said = try await server.open { connection in
                if acknowledging {
                    try await connection.startHTTP2()
                } else {
                    try await connection.send(HTTP2Bytes.preface)
                }
                try await connection.send(bytes)
                return await connection.restOfBytes()
            }
            let goAway = HTTP2Bytes.frames(said).last { $0.type == HTTP2Bytes.goAway }
            #expect(goAway != nil && goAway?.payload.dropFirst(7).first != noError, sourceLocation: sourceLocation)
        }
    }

    @Test(
        "A fault of compression or framing ends the connection with GOAWAY",
        arguments: [
            HTTP2Bytes.frame(HTTP2Bytes.headers, flags: 0x5, stream: 1, [0x80]),
            HTTP2Bytes.frame(HTTP2Bytes.headers, flags: 0x5, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
            HTTP2Bytes.frame(HTTP2Bytes.data, stream: 0, [1]),
            HTTP2Bytes.frame(HTTP2Bytes.data, stream: 1, Array(repeating: 0, count: 16_385)),
            HTTP2Bytes.frame(HTTP2Bytes.settings, stream: 0, [0]), HTTP2Bytes.frame(HTTP2Bytes.ping, stream: 0, [0]),
            HTTP2Bytes.frame(HTTP2Bytes.headers, flags: 0x1, stream: 1, [])
                + HTTP2Bytes.frame(HTTP2Bytes.ping, stream: 0, []),
        ])
    func faults(_ bytes: [UInt8]) async throws {
        try await Self.expectEnd(bytes)
    }

    @Test("Header fields over 96 KiB end the connection, and over 16 KiB before the settings are acknowledged")
    func largeHeads() async throws {
        let fields = { (count: Int) in (0..<count).map { ("x-\($0)", String(repeating: "x", count: 1_000)) } }
        try await Self.expectEnd(HTTP2Bytes.get("/", fields(100), stream: 1))
        try await Self.expectEnd(acknowledging: false, HTTP2Bytes.get("/", fields(17), stream: 1))
    }

    @Test("A client that opens more streams than it may loses the connection") func tooManyStreams() async throws {
        try await Self.expectEnd((0..<33).flatMap { HTTP2Bytes.postHead(path: "/echo", stream: 2 * $0 + 1) })
    }

    @Test("32 streams run side by side") func streams() async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let streams = (0..<32).map { 2 * $0 + 1 }
                try await connection.send(streams.flatMap { HTTP2Bytes.postHead(path: "/echo", stream: $0) })
                for stream in streams.reversed() {
                    try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: stream, [120]))
                    #expect(try await connection.status(of: stream) == "200")
                }
            }
        }
    }

    @Test("Bytes that aren't HTTP/2 end the connection") func preface() async throws {
        try await SecureTestServer.run { server in
            let said = try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                return await connection.restOfBytes()
            }
            #expect(!HTTP2Bytes.frames(said).contains { $0.type == HTTP2Bytes.headers })
        }
    }
}
