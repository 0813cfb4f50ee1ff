import Hummingbird
import TestSupport
import Testing

@testable import HTTPServer

/// A fault on one stream of HTTP/2 ends that stream alone.
@Suite struct HTTP2StreamTests {
    private static let https = [(":scheme", "https"), (":authority", "h")]

    private static func get(_ path: String = "/", _ fields: [(String, String)] = []) -> [(String, String)] {
        [(":method", "GET"), (":path", path)] + https + fields
    }

    @Test("32 streams at once and 96 KiB of header fields are announced") func settings() async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.send(HTTP2Bytes.preface)
                let settings = try await connection.bytes { bytes in
                    HTTP2Bytes.frames(bytes).first { $0.type == HTTP2Bytes.settings }?.payload
                }
                #expect(settings == [0, 3, 0, 0, 0, 32, 0, 6, 0, 1, 0x80, 0])
            }
        }
    }

    @Test(
        "A malformed request resets its stream, while others of the connection go on",
        arguments: [
            get("/a b"), get("/", [("te", "gzip")]), get("/", [("bad name", "x")]), get("/", [("X-Upper", "x")]),
            get("/", [("connection", "close")]), get("/", [("transfer-encoding", "chunked")]),
            get("/", [(":path", "/")]),
            get("/", [("x-value", "a\r\nb")]), get("/", [("content-length", "5")]), https,
        ])
    func malformed(_ fields: [(String, String)]) async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1) + HTTP2Bytes.head(fields, stream: 3))
                _ = try await connection.reset(of: 3)
                try await Self.expectService(&connection)
            }
        }
    }

    @Test("A body that is longer or shorter than it was said to be resets its stream alone", arguments: [1, 5])
    func bodyLength(_ count: Int) async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let post = [(":method", "POST"), (":path", "/echo"), ("content-length", "3")] + Self.https
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1)
                        + HTTP2Bytes.head(Self.sorted(post), stream: 3, isEnd: false)
                        + HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: 3, Array(repeating: 120, count: count)))
                _ = try await connection.reset(of: 3)
                try await Self.expectService(&connection)
            }
        }
    }

    @Test("A response whose rest can't be made resets its stream alone") func brokenOff() async throws {
        struct BrokenOff: Error {}
        let router = TestServer.router()
        router.get("/part") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "part"))
                    throw BrokenOff()
                })
        }
        try await SecureTestServer.run(router) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1) + HTTP2Bytes.get("/part", stream: 3))
                _ = try await connection.reset(of: 3)
                #expect(try await connection.status(of: 3) == "200")
                #expect(
                    try await connection.bytes { HTTP2Bytes.body($0, stream: 3) } == Array("part".utf8))
                try await Self.expectService(&connection)
            }
        }
    }

    @Test(
        "Too many or too large header fields are refused with 431 on their stream",
        arguments: [
            (0..<201).map { ("x-\($0)", "x") }, [("x-long", String(repeating: "x", count: 66_000))],
            (0..<90).map { ("x-\($0)", String(repeating: "x", count: 1_000)) },
        ])
    func tooLarge(_ fields: [(String, String)]) async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1) + HTTP2Bytes.get("/", fields, stream: 3))
                #expect(try await connection.status(of: 3) == "431")
                try await Self.expectService(&connection)
            }
        }
    }

    @Test("Header fields of 60 KiB are accepted over HTTP/2") func large() async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let fields = (0..<60).map { ("x-\($0)", String(repeating: "x", count: 1_000)) }
                try await connection.send(HTTP2Bytes.get("/", fields, stream: 1))
                #expect(try await connection.status(of: 1) == "200")
            }
        }
    }

    @Test(
        "Host and :authority must agree",
        arguments: [(["h"], "200"), (["H"], "200"), (["other"], "400"), (["h", "other"], "400")])
    func hosts(_ hosts: [String], _ status: String) async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let fields = hosts.map { ("host", $0) }
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1) + HTTP2Bytes.get("/", fields, stream: 3))
                #expect(try await connection.status(of: 3) == status)
                try await Self.expectService(&connection)
            }
        }
    }

    @Test("Two Content-Length fields are refused, also if they are equal")
    func twoLengths() async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let post = [(":method", "POST"), (":path", "/echo")] + Self.https
                let fields = post + [("content-length", "3"), ("content-length", "3")]
                try await connection.send(
                    HTTP2Bytes.head(Self.sorted(fields), stream: 1, isEnd: false)
                        + HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: 1, Array(repeating: 120, count: 3)))
                #expect(try await connection.status(of: 1) == "400")
            }
        }
    }

    @Test(
        "A :path that doesn't start with a slash is refused, because joined with an origin it names another host",
        arguments: ["evil", "@evil/", ".evil/", ":1/", "?x", "*", "http://evil/", "\\/"])
    func path(_ path: String) async throws {
        try await SecureTestServer.run(Self.anyPath) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1) + HTTP2Bytes.get(path, stream: 3))
                #expect(try await connection.status(of: 3) == "400")
                try await Self.expectService(&connection)
            }
        }
    }

    @Test("OPTIONS may have * as its :path") func options() async throws {
        try await SecureTestServer.run(Self.anyPath) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let head = [(":method", "OPTIONS"), (":scheme", "https"), (":path", "*"), (":authority", "h")]
                try await connection.send(HTTP2Bytes.head(head, stream: 1))
                #expect(try await connection.status(of: 1) == "200")
            }
        }
    }

    /// A router that has a response for every path.
    private static var anyPath: Router<BasicRequestContext> {
        let router = TestServer.router()
        for method: HTTPRequest.Method in [.get, .options] { router.on("**", method: method) { _, _ in "seen" } }
        return router
    }

    @Test(
        "Without :authority one Host field is enough, and two are too many",
        arguments: [(["h"], "200"), (["h", "h"], "400")])
    func hostAlone(_ hosts: [String], _ status: String) async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let head = [(":method", "GET"), (":scheme", "https"), (":path", "/")] + hosts.map { ("host", $0) }
                try await connection.send(HTTP2Bytes.head(head, stream: 1))
                #expect(try await connection.status(of: 1) == status)
            }
        }
    }

    @Test("A body that is too large is refused with 413 on its stream") func largeBody() async throws {
        try await SecureTestServer.run { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.postHead(path: "/echo", stream: 1) + HTTP2Bytes.postHead(path: "/echo", stream: 3))
                // More than the client may send at once, so it goes on once the server has read some.
                for _ in 0..<3 {
                    try await connection.send(
                        HTTP2Bytes.frame(HTTP2Bytes.data, stream: 3, Array(repeating: 120, count: 16_384)))
                }
                try await connection.bytes { bytes in
                    HTTP2Bytes.frames(bytes).contains { $0.type == HTTP2Bytes.windowUpdate && $0.stream == 3 }
                        ? () : nil
                }
                for _ in 0..<2 {
                    try await connection.send(
                        HTTP2Bytes.frame(HTTP2Bytes.data, stream: 3, Array(repeating: 120, count: 16_384)))
                }
                #expect(try await connection.status(of: 3) == "413")
                #expect(try await connection.reset(of: 3) == 0)
                try await Self.expectService(&connection)
            }
        }
    }

    /// Ends the body that stream 1 waits for, and starts another request.
    private static func expectService(_ connection: inout RawConnection) async throws {
        try await connection.send(
            HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: 1, Array("abc".utf8)) + HTTP2Bytes.get(stream: 255))
        #expect(try await connection.status(of: 1) == "200")
        #expect(try await connection.status(of: 255) == "200")
        let body = try await connection.bytes { bytes in
            HTTP2Bytes.body(bytes, stream: 1).count == 3 ? HTTP2Bytes.body(bytes, stream: 1) : nil
        }
        #expect(body == Array("abc".utf8))
    }

    /// Pseudo-fields come first.
    private static func sorted(_ fields: [(String, String)]) -> [(String, String)] {
        fields.filter { $0.0.hasPrefix(":") } + fields.filter { !$0.0.hasPrefix(":") }
    }
}
