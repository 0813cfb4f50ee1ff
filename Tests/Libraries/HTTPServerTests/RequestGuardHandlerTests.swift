import TestSupport
import Testing

@testable import HTTPServer

@Suite struct RequestGuardHandlerTests {
    private static let limit = 64 * 1024

    @Test(
        "Header fields over 64 KiB get 431, and the connection ends",
        arguments: [
            "X-Long: \(String(repeating: "x", count: limit))\r\n",
            (0..<80).map { "X-\($0): \(String(repeating: "x", count: 1000))\r\n" }.joined(),
            String(repeating: "x", count: limit + 1000) + ": y\r\n",
        ])
    func headersTooLarge(_ fields: String) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
                let response = try await connection.response()
                #expect(response.status == 431)
                #expect(response["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("Header fields over 64 KiB of a connection's second request get 431") func headersTooLargeLater() async throws
    {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.response().status == 200)
                try await connection.send(
                    "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: Self.limit))\r\n\r\n")
                #expect(try await connection.response().status == 431)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("200 header fields are accepted, and 201 get 431", arguments: [(199, 200), (200, 431)])
    func manyFields(_ further: Int, _ status: Int) async throws {
        try await TestServer.run { server in
            let fields = (0..<further).map { "X-\($0): y\r\n" }.joined()
            let response = try await server.response("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
            #expect(response.status == status)
        }
    }

    @Test("Header fields of 60 KiB are accepted") func largeHeaders() async throws {
        try await TestServer.run { server in
            let fields = (0..<6).map { "X-\($0): \(String(repeating: "x", count: 10_000))\r\n" }.joined()
            let response = try await server.response("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
            #expect(response.status == 200)
        }
    }

    @Test("A body of 64 KiB is accepted, and the connection goes on") func largeBody() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                let body = String(repeating: "x", count: Self.limit)
                try await connection.send(
                    "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                #expect(try await connection.response().body == body)
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.response().body == "hello")
            }
        }
    }

    @Test("A body over 64 KiB gets 413 before it arrives, and the connection ends", arguments: [true, false])
    func bodyTooLarge(_ isChunked: Bool) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                let body = String(repeating: "x", count: Self.limit + 1)
                try await connection.send(
                    isChunked
                        ? "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n"
                        : "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000000\r\n\r\n\(body)")
                let response = try await connection.response()
                #expect(response.status == 413)
                #expect(response["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(
        "Bytes that are no HTTP get 400, and the connection ends",
        arguments: [
            "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost h\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        ])
    func notHTTP(_ text: String) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send(text)
                #expect(try await connection.response().status == 400)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }
}
