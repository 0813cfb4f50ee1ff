import Hummingbird
import TestSupport
import Testing
import WebSupport

@testable import HTTPServer

@Suite struct WholeBodyTests {
    private static func router(_ errors: AsyncStream<any Error>.Continuation) -> Router<BasicRequestContext> {
        let router = TestServer.router()
        router.post("/read") { request, _ in
            do {
                return String(buffer: try await request.wholeBody())
            } catch {
                errors.yield(error)
                throw error
            }
        }
        router.get("/now") { _, _ in "now" }
        return router
    }

    private static func expectBadRequest(_ errors: AsyncStream<any Error>) async {
        let error = await errors.first { _ in true }
        #expect((error as? HTTPError)?.status == .badRequest)
    }

    @Test("A Content-Length that no number holds is too large as well, and no body is awaited")
    func lengthTooLarge() async throws {
        let (_, continuation) = AsyncStream<any Error>.makeStream()
        try await TestServer.run(Self.router(continuation)) { server in
            let head = "POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 9223372036854775808\r\n"
            for expectation in ["", "Expect: 100-continue\r\n"] {
                let response = try await server.response("\(head)\(expectation)\r\n")
                #expect(response.status == 413)
            }
        }
    }

    @Test(
        "A client that breaks off its body over HTTP/2 is the client's fault",
        arguments: [
            HTTP2Bytes.frame(HTTP2Bytes.resetStream, stream: 1, [0, 0, 0, 8]),
            HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: 1, [120, 120]),
            HTTP2Bytes.frame(HTTP2Bytes.data, stream: 1, [120, 120, 120, 120]),
        ])
    func stream(_ bytes: [UInt8]) async throws {
        let (errors, continuation) = AsyncStream<any Error>.makeStream()
        try await SecureTestServer.run(Self.router(continuation)) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                let head = [
                    (":method", "POST"), (":scheme", "https"), (":path", "/read"), (":authority", "h"),
                    ("content-length", "3"),
                ]
                try await connection.send(HTTP2Bytes.head(head, stream: 1, isEnd: false) + bytes)
                await Self.expectBadRequest(errors)
                try await connection.send(HTTP2Bytes.get(stream: 3))
                #expect(try await connection.status(of: 3) == "200")
            }
        }
    }

    @Test("A client that breaks off its body over HTTP/1.1 is the client's fault") func hangUp() async throws {
        let (errors, continuation) = AsyncStream<any Error>.makeStream()
        try await TestServer.run(Self.router(continuation)) { server in
            try await server.open { connection in
                try await connection.send("POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nx")
            }
            await Self.expectBadRequest(errors)
        }
    }

    @Test("A chunk that can't be read gets 400, and the connection ends") func badChunk() async throws {
        let (_, continuation) = AsyncStream<any Error>.makeStream()
        try await TestServer.run(Self.router(continuation)) { server in
            try await server.open { connection in
                try await connection.send(
                    "POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nx\r\n")
                let response = try await connection.response()
                #expect(response.status == 400)
                #expect(response["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A chunk that can't be read after the response ends the connection without a second response")
    func lateChunk() async throws {
        let (_, continuation) = AsyncStream<any Error>.makeStream()
        try await TestServer.run(Self.router(continuation)) { server in
            try await server.open { connection in
                try await connection.send("GET /now HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                #expect(try await connection.response().status == 200)
                try await connection.send("ZZ\r\n")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A client that expects 100 before its body gets it, unless the body is too large") func expectation()
        async throws
    {
        let (_, continuation) = AsyncStream<any Error>.makeStream()
        try await TestServer.run(Self.router(continuation)) { server in
            let head = "POST /read HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length:"
            try await server.open { connection in
                for number in 0..<2 {
                    // The second time another request's response comes first.
                    if number == 1 {
                        try await connection.send("GET /now HTTP/1.1\r\nHost: h\r\n\r\n\(head) 3\r\n\r\n")
                    }
                    if number == 0 { try await connection.send("\(head) 3\r\n\r\n") }
                    if number == 1 { #expect(try await connection.response().body == "now") }
                    #expect(try await connection.interimStatus() == "HTTP/1.1 100 Continue")
                    try await connection.send("abc")
                    let response = try await connection.response()
                    #expect(response.status == 200 && response.body == "abc")
                }
            }
            #expect(try await server.response("\(head) 65537\r\n\r\n").status == 413)
            let old = "POST /read HTTP/1.0\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc"
            #expect(try await server.response(old).status == 200)
        }
    }

    @Test("A body that is said to be too large isn't waited for") func announced() async throws {
        let (_, continuation) = AsyncStream<any Error>.makeStream()
        try await TestServer.run(Self.router(continuation)) { server in
            let response = try await server.response("POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n")
            #expect(response.status == 413)
        }
    }
}
