import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Bytes on a connection that belong to no request.
@Suite struct CurlStrayInputTests {
    private static let stray = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nalice's"

    /// Runs a test with a server in plain HTTP, and with one that speaks TLS.
    private static func overBoth(
        respond: @escaping LoopbackServer.Handler, _ body: (CurlClient, LoopbackServer) async throws -> Void
    ) async throws {
        try await withTransport(respond: respond, body)
        let certificate = try await TestCertificate()
        try await withTransport(
            CurlConfiguration(caFile: certificate.caFile), tls: certificate, respond: respond, body)
    }

    private static func own(_ request: RecordedRequest) -> LoopbackResponse {
        LoopbackResponse(body: request.method == .head ? "" : "for \(request.target)")
    }

    private static func request(_ method: HTTPRequest.Method, _ url: HTTPURL) -> TransportRequest {
        TransportRequest(method, url, body: [.post, .put, .patch].contains(method) ? [1] : nil)
    }

    @Test(
        "Bytes on an idle connection don't become the next response, and the connection isn't used again",
        arguments: [HTTPRequest.Method.get, .post, .patch, .delete],
        [stray, stray + stray, "HTTP/1.1 400 Bad Request\r\nContent-Le", "x"])
    func late(method: HTTPRequest.Method, stray: String) async throws {
        try await Self.overBoth(respond: Self.own) { transport, server in
            _ = try await transport.send(TransportRequest(.get, server.url("/alice")))
            try await server.sendUnasked(stray)
            let response = try await transport.send(Self.request(method, server.url("/bob")))
            #expect(response.text == "for /bob")
            try await server.waitForOpenConnections(1)
            let next = try await transport.send(TransportRequest(.get, server.url("/carol")))
            #expect(next.text == "for /carol")
            #expect(server.requests.map(\.target) == ["/alice", "/bob", "/carol"])
            #expect(server.requests.map(\.connection) == [1, 2, 2])
        }
    }

    @Test("A connection that was closed after a 408 doesn't cost the next request its response")
    func closed() async throws {
        try await Self.overBoth(respond: Self.own) { transport, server in
            _ = try await transport.send(TransportRequest(.get, server.url("/first")))
            try await server.sendUnasked(
                "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await server.closeConnections()
            let response = try await transport.send(TransportRequest(.post, server.url("/second"), body: [1]))
            #expect(response.status == .ok)
            #expect(server.requests.map(\.target) == ["/first", "/second"])
        }
    }

    @Test(
        "Bytes that follow a response at once don't become the next response, and the connection isn't used again",
        arguments: [
            ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + stray],
            ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", "ok" + stray],
            ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" + stray],
            ["HTTP/1.1 204 No Content\r\n\r\n" + stray],
            ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" + stray],
            ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", "0\r\n\r\n" + stray + stray],
        ])
    func atOnce(pieces: [String]) async throws {
        try await Self.overBoth {
            $0.target == "/alice" ? .raw(pieces, close: false) : Self.own($0)
        } _: { transport, server in
            for _ in 0..<3 {
                let first = try await transport.send(TransportRequest(.get, server.url("/alice")))
                #expect(!first.text.contains("alice"))
                for name in ["/bob", "/carol"] {
                    #expect(try await transport.send(TransportRequest(.post, server.url(name))).text == "for \(name)")
                }
                let connections = server.requests.suffix(3).map(\.connection)
                #expect(connections[1] == connections[0] + 1 && connections[2] == connections[1])
            }
        }
    }

    @Test("A body after the response to HEAD is no part of the next response")
    func bodyAfterHead() async throws {
        try await Self.overBoth {
            $0.method == .head
                ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/", close: false) : Self.own($0)
        } _: { transport, server in
            for number in 1...3 {
                let head = try await transport.send(TransportRequest(.head, server.url()))
                #expect(head.status == .ok)
                let next = try await transport.send(TransportRequest(.get, server.url("/next")))
                #expect(next.text == "for /next")
                #expect(server.requests.map(\.connection).suffix(2) == [number, number + 1])
            }
        }
    }

    @Test("A quiet connection is reused, also over TLS")
    func quiet() async throws {
        try await Self.overBoth(respond: Self.own) { transport, server in
            for method in [HTTPRequest.Method.get, .post, .delete, .head, .get] {
                _ = try await transport.send(Self.request(method, server.url()))
            }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test(
        "A request with a body whose method has none by default gets a separate connection",
        arguments: [HTTPRequest.Method.delete, .get, .options])
    func separateConnection(method: HTTPRequest.Method) async throws {
        try await withTransport(respond: Self.own) { transport, server in
            _ = try await transport.send(TransportRequest(.get, server.url("/before")))
            let response = try await transport.send(TransportRequest(method, server.url("/body"), body: [1, 2]))
            #expect(response.text == "for /body")
            _ = try await transport.send(TransportRequest(method, server.url("/empty"), body: []))
            _ = try await transport.send(TransportRequest(.get, server.url("/after")))
            #expect(server.requests.map(\.target) == ["/before", "/body", "/empty", "/after"])
            #expect(server.requests.map(\.connection) == [1, 2, 1, 1])
            let closing = try #require(HTTPField.Name("Connection"))
            #expect(server.requests.map { $0.headerFields[closing] } == [nil, "close", nil, nil])
            try await server.waitForOpenConnections(1)
        }
    }

    @Test("After an error status for a request with a body its connection isn't reused, because the body may be unread")
    func errorStatus() async throws {
        try await withTransport { request in
            LoopbackResponse(request.target == "/refused" ? .notFound : .ok)
        } _: { transport, server in
            for (path, body) in [("/", [1]), ("/refused", nil), ("/refused", [1]), ("/", nil)] as [(String, [UInt8]?)] {
                _ = try await transport.send(TransportRequest(.post, server.url(path), body: body))
            }
            #expect(server.requests.map(\.connection) == [1, 1, 1, 2])
        }
    }
}
