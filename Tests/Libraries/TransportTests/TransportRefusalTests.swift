import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct TransportRefusalTests {
    @Test(
        "Schemes other than http and https are refused", arguments: TransportKind.allCases,
        ["ftp", "file", "gopher", "HTTP", ""])
    func scheme(_ kind: TransportKind, scheme: String) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            var request = try TransportRequest(.get, server.url())
            request.head.scheme = scheme
            try await expectFault(.invalidRequest) { try await transport.send(request) }
            #expect(server.connectionsAccepted == 0)
        }
    }

    @Test("An authority or a path that would mean something else is refused", arguments: TransportKind.allCases)
    func url(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            let authority = "127.0.0.1:\(server.port)"
            for (authority, path) in [
                ("", "/"), ("user:secret@\(authority)", "/"), ("evil.example#@\(authority)", "/"),
                ("\(authority)/other", "/"),
                ("\(authority)\r\nX: y", "/"), ("127.0.0.1:99999999", "/"), (authority, ""), (authority, "tasks"),
                (authority, "/ HTTP/1.1\r\nX: y"), (authority, "/a b"), (authority, "/#top"),
                (authority, "@evil.example/"),
            ] {
                var request = try TransportRequest(.get, server.url())
                request.head.authority = authority
                request.head.path = path
                try await expectFault(.invalidRequest, "\(authority) \(path)") { try await transport.send(request) }
            }
            #expect(server.connectionsAccepted == 0)
        }
    }

    @Test(
        "Fields that say where a message ends can't be set by callers",
        arguments: TransportKind.allCases,
        [
            "Host", "content-length", "Transfer-Encoding", "Connection", "Expect", "TE", "Upgrade", "Keep-Alive",
            "Trailer", "Proxy-Connection", "HTTP2-Settings",
        ])
    func framing(_ kind: TransportKind, name: String) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            let request = try TransportRequest(
                .post, server.url(), headerFields: [#require(HTTPField.Name(name)): "1"], body: [1])
            try await expectFault(.invalidRequest) { try await transport.send(request) }
            _ = try await transport.send(TransportRequest(.get, server.url()))
            #expect(server.requests.count == 1)
        }
    }

    @Test("A field's value can't start another field", arguments: TransportKind.allCases)
    func injection(_ kind: TransportKind) async throws {
        try await withTransport(kind, userAgent: "tests\r\nX-Injected: 1") { _ in
            LoopbackResponse()
        } _: { transport, server in
            let fields: HTTPFields = [.authorization: "Bearer a\r\nX-Injected: 1", .accept: "a\u{0}b"]
            _ = try await transport.send(TransportRequest(.get, server.url(), headerFields: fields))
            let sent = try #require(server.requests.first?.headerFields)
            #expect(sent[.init("X-Injected")!] == nil)
            #expect(sent[.authorization] == "Bearer a  X-Injected: 1")
            #expect(sent[.userAgent] == "tests  X-Injected: 1")
        }
    }

    @Test("A port without a listener is unreachable", arguments: TransportKind.allCases)
    func closedPort(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            let url = try server.url()
            await server.stop()
            try await expectFault(.unreachable) { try await transport.send(TransportRequest(.get, url)) }
        }
    }

    @Test(
        "A response that is not HTTP fails the call",
        arguments: TransportKind.allCases,
        [
            "", "hello\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "HTTP/1.1 20",
        ])
    func notHTTP(_ kind: TransportKind, raw: String) async throws {
        try await withTransport(kind) { _ in
            .raw(raw)
        } _: { transport, server in
            try await expectFault(.broken) { try await transport.send(TransportRequest(.get, server.url())) }
        }
    }

    @Test("An error's text holds neither the query nor the header nor the body", arguments: TransportKind.allCases)
    func noSecrets(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Length: secret\r\n\r\n")
        } _: { transport, server in
            let url = try server.url("/path?code=secret")
            let request = TransportRequest(
                .post, url, headerFields: [.authorization: "Bearer secret"], body: Array("secret".utf8))
            await #expect { try await transport.send(request) } throws: { error in !"\(error)".contains("secret") }
            await server.stop()
            await #expect { try await transport.send(request) } throws: { error in !"\(error)".contains("secret") }
        }
    }
}
