import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// Heads of HTTP/1 that the application must not see.
@Suite struct RequestHeadTests {
    private static let hello = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test(
        "An ambiguous head gets 400 in plain text, the connection ends, and the application sees nothing of it",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: identity\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ])
    func ambiguous(_ request: String) async throws {
        let counter = Counter()
        try await TestServer.run(counter.router) { server in
            try await server.open { connection in
                // The following bytes must not be taken for a request, either.
                try await connection.send(request + Self.hello)
                let response = try await connection.response()
                #expect(response.status == 400)
                #expect(response["Content-Type"] == "text/plain; charset=utf-8")
                #expect(response["Connection"] == "close")
                #expect(!response.body.isEmpty)
                #expect(try await connection.rest().isEmpty)
            }
        }
        #expect(counter.count.withLock { $0 } == 0)
    }

    @Test("The refusal of a pipelined head comes after the responses to the requests before it") func pipelined()
        async throws
    {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send(Self.hello + Self.hello + "GET / HTTP/1.1\r\n\r\n" + Self.hello)
                #expect(try await connection.response().body == "hello")
                #expect(try await connection.response().body == "hello")
                #expect(try await connection.response().status == 400)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(
        "A chunked body is accepted, whatever the case of its coding's name and the space around it",
        arguments: ["chunked", "Chunked", " chunked "])
    func chunked(_ coding: String) async throws {
        try await TestServer.run { server in
            let response = try await server.response(
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: \(coding)\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(response.status == 200 && response.body == "abc")
        }
    }

    @Test(
        "HTTP/1.0 is served without Host, and its connection is closed at once",
        arguments: ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nHost: h\r\n\r\n"])
    func http10(_ request: String) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send(request)
                #expect(try await connection.response().body == "hello")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("An HTTP/1.0 connection stays open if its client requests that") func persistentHTTP10() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                for _ in 0..<2 {
                    try await connection.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                    #expect(try await connection.response().body == "hello")
                }
            }
        }
    }

    @Test(
        "A client that wants the connection closed may say so in any case and in a list",
        arguments: ["Close", "x-y, close"])
    func close(_ value: String) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: \(value)\r\n\r\n")
                #expect(try await connection.response().body == "hello")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(
        "The response to the last request of a connection says so, and later requests get no response",
        arguments: ["HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "HTTP/1.0\r\n\r\n"])
    func last(_ rest: String) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send(Self.hello + "GET / \(rest)" + Self.hello)
                #expect(try await connection.response()["Connection"] == nil)
                #expect(try await connection.response()["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(
        "A connection whose client requests another protocol is closed after the response, because no more is read",
        arguments: [
            ("GET /", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n", 200),
            ("GET /", "Connection: upgrade\r\nUpgrade: websocket\r\n", 200), ("CONNECT h:80", "", 404),
        ])
    func upgrade(_ start: String, _ fields: String, _ status: Int) async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("\(start) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
                let response = try await connection.response()
                #expect(response.status == status && response["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(
        "A target that is a URL names the host, whatever the field says",
        arguments: [
            ("http://localhost:3000/", "evil.example", 200), ("HTTP://localhost/?x", "localhost", 200),
            ("http://evil.example/", "localhost", 421), ("https://localhost.evil.example/", "localhost", 421),
            ("ftp://localhost/", "localhost", 400), ("http://a:b@localhost/", "localhost", 400),
            ("http:///", "localhost", 400),
        ])
    func absolute(_ target: String, _ host: String, _ status: Int) async throws {
        try await TestServer.run(hosts: .loopback) { server in
            let response = try await server.response("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(response.status == status)
        }
    }

    /// Counts the requests that reach the application.
    private final class Counter: Sendable {
        let count = Mutex(0)

        var router: Router<BasicRequestContext> {
            let router = Router(context: BasicRequestContext.self)
            for method: HTTPRequest.Method in [.get, .post] {
                router.on("**", method: method) { [self] _, _ in
                    count.withLock { $0 += 1 }
                    return "seen"
                }
            }
            return router
        }
    }
}
