import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// The end of a response's body, by its header (RFC 9112, section 6.3).
@Suite struct CurlFramingTests {
    @Test(
        "A response whose length is ambiguous is invalid, and its connection isn't used again",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 2\r\n", "Content-Length: 2\r\nContent-Length: 5\r\n",
            "Content-Length: 2, 5\r\n", "Content-Length: 2\r\ncontent-length: 2, 02\r\n", "Content-Length: 2,\r\n",
            "Content-Length:\r\nContent-Length: 2\r\n", "Content-Length: +2\r\n", "Content-Length: -2\r\n",
            "Content-Length: 2 5\r\n", "Content-Length: 2\t2\r\n", "Content-Length: 2\r\n 5\r\n",
            "Content-Length: 0x2\r\n", "Content-Length: \r\n",
            "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 7\r\n",
            "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: identity\r\nContent-Length: 2\r\n", "Transfer-Encoding: identity\r\n",
        ])
    func ambiguous(fields: String) async throws {
        try await withTransport { request in
            request.target == "/"
                ? .raw("HTTP/1.1 200 OK\r\n\(fields)\r\n2\r\nok\r\n0\r\n\r\n", close: false)
                : LoopbackResponse(body: "next")
        } _: { transport, server in
            for method in [HTTPRequest.Method.get, .post, .head] {
                let error = try await expectFault(.invalidResponse) {
                    try await transport.send(TransportRequest(method, server.url()))
                }
                #expect(error?.status == nil)
                try await server.waitForOpenConnections(0)
            }
            #expect(try await transport.send(TransportRequest(.get, server.url("/next"))).text == "next")
        }
    }

    @Test(
        "A length that is repeated is accepted if all its values are equal",
        arguments: [
            "Content-Length: 2\r\nContent-Length: 2\r\n", "Content-Length: 2, 2\r\n", "Content-Length: \t2 \r\n",
        ])
    func repeated(fields: String) async throws {
        try await withTransport { _ in
            .raw("HTTP/1.1 200 OK\r\n\(fields)\r\nok", close: false)
        } _: { transport, server in
            for _ in 0..<2 {
                let response = try await transport.send(TransportRequest(.get, server.url()))
                #expect(response.text == "ok")
            }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test("A body without a length ends with the connection")
    func untilClose() async throws {
        try await withTransport { _ in
            .raw("HTTP/1.1 200 OK\r\n\r\nok")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.text == "ok")
        }
    }

    @Test(
        "An interim response with a length is invalid", arguments: ["Content-Length: 2", "Transfer-Encoding: chunked"])
    func interim(field: String) async throws {
        try await withTransport { _ in
            .raw(
                "HTTP/1.1 103 Early Hints\r\n\(field)\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                close: false)
        } _: { transport, server in
            try await expectFault(.invalidResponse) { try await transport.send(TransportRequest(.get, server.url())) }
        }
    }
}
