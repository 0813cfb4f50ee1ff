import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// What async-http-client does otherwise than libcurl.
@Suite struct AsyncHTTPTransportTests {
    private static let stray = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nalice's"

    private static func own(_ request: RecordedRequest) -> LoopbackResponse {
        LoopbackResponse(body: request.method == .head ? "" : "for \(request.target)")
    }

    @Test(
        "A body in a content coding is an invalid response, unless it is empty or its coding is none",
        arguments: [("gzip", false), ("br", false), ("identity, GZIP", false), ("identity", true), (", ", true)])
    func coded(coding: String, isTaken: Bool) async throws {
        try await withTransport(.asyncHTTP) { request in
            LoopbackResponse(headerFields: [.contentEncoding: coding], body: request.target == "/empty" ? "" : "?")
        } _: { transport, server in
            #expect(try await transport.send(TransportRequest(.get, server.url("/empty"))).body.isEmpty)
            let kind = try await fault { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(kind == (isTaken ? nil : .invalidResponse))
        }
    }

    @Test(
        "A response whose length is ambiguous fails the call",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 2\r\n", "Content-Length: 2, 5\r\n", "Content-Length: +2\r\n",
            "Content-Length: -2\r\n", "Content-Length: 0x2\r\n",
            "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        ])
    func ambiguous(fields: String) async throws {
        try await withTransport(.asyncHTTP) { _ in
            .raw("HTTP/1.1 200 OK\r\n\(fields)\r\n2\r\nok\r\n0\r\n\r\n", close: false)
        } _: { transport, server in
            let request = try TransportRequest(.get, server.url())
            await #expect(throws: TransportError.self) { try await transport.send(request) }
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("A response that follows another at once, or comes on an idle connection, closes it and is no other response")
    func unasked() async throws {
        try await withTransport(.asyncHTTP) {
            $0.target == "/alice"
                ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + Self.stray, close: false) : Self.own($0)
        } _: { transport, server in
            _ = try? await transport.send(TransportRequest(.get, server.url("/alice")))
            try await server.waitForOpenConnections(0)
            // A call fails if the client hasn't noticed yet that it has closed the connection.
            let next = try? await transport.send(TransportRequest(.get, server.url("/bob")))
            #expect(next == nil || next?.text == "for /bob")
            try await server.sendUnasked(Self.stray)
            try await server.waitForOpenConnections(0)
            let last = try? await transport.send(TransportRequest(.get, server.url("/carol")))
            #expect(last == nil || last?.text == "for /carol")
        }
    }

    @Test("The connection of a body whose method has none by default isn't used again")
    func misreadBody() async throws {
        try await withTransport(.asyncHTTP, respond: Self.own) { transport, server in
            for body in [nil, [1, 2], nil] as [[UInt8]?] {
                _ = try await transport.send(TransportRequest(.delete, server.url(), body: body))
            }
            #expect(server.requests.map(\.connection) == [1, 1, 2])
        }
    }
}
