import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct TransportConnectionTests {
    @Test("Calls one after the other share a connection", arguments: TransportKind.allCases)
    func reuse(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            for number in 0..<20 {
                _ = try await transport.send(
                    TransportRequest(
                        number % 2 == 0 ? .get : .post, server.url("/\(number)"), body: number % 2 == 0 ? nil : [1]))
            }
            #expect(server.requests.count == 20)
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test(
        "A response whose header is cut off is a broken one, whatever its status",
        arguments: TransportKind.allCases,
        [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nCont", "HTTP/1.1 204 No Content\r\nA: b\r\n",
            "HTTP/1.1 401 Unauthorized\r\nWWW-Auth", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b",
        ])
    func cutHeader(_ kind: TransportKind, _ text: String) async throws {
        try await withTransport(kind) { _ in
            .raw(text)
        } _: { transport, server in
            for method in [HTTPRequest.Method.get, .delete] {
                let error = try await expectFault(.broken) {
                    try await transport.send(TransportRequest(method, server.url()))
                }
                #expect(error?.status == nil)
            }
        }
    }

    @Test(
        "An error has the status of a response whose body broke off or is too large", arguments: TransportKind.allCases)
    func statusOfError(_ kind: TransportKind) async throws {
        try await withTransport(kind) { request in
            .raw("HTTP/1.1 201 Created\r\nContent-Length: \(request.target == "/large" ? 10_000 : 100)\r\n\r\n{")
        } _: { transport, server in
            let broken = try await expectFault(.broken) {
                try await transport.send(TransportRequest(.post, server.url("/"), body: [1]))
            }
            #expect(broken?.status == .created)
            let large = try await expectFault(.responseTooLarge) {
                try await transport.send(
                    TransportRequest(.post, server.url("/large"), body: [1], maximumResponseBytes: 1000))
            }
            #expect(large?.status == .created)
        }
    }

    @Test("Two hundred calls at once all get a response, each its own", arguments: TransportKind.allCases)
    func concurrent(_ kind: TransportKind) async throws {
        try await withTransport(kind) {
            LoopbackResponse(body: $0.target)
        } _: { transport, server in
            try await withThrowingTaskGroup(of: (String, String).self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let target = "/\(number)"
                        return (
                            target,
                            try await transport.send(TransportRequest(.get, server.url(target), timeout: .seconds(60)))
                                .text
                        )
                    }
                }
                for try await (target, text) in group { #expect(text == target) }
            }
            #expect(server.requests.count == 200)
        }
    }

    @Test(
        "A request that may change something is sent once, even if its reused connection breaks",
        arguments: TransportKind.allCases, [HTTPRequest.Method.post, .put, .patch, .delete])
    func sentOnce(_ kind: TransportKind, method: HTTPRequest.Method) async throws {
        for fault in [LoopbackResponse.drop, .reset] {
            try await withTransport(kind) {
                $0.target == "/first" ? LoopbackResponse(body: "ok") : fault
            } _: { transport, server in
                for body in [Array("task".utf8), nil] {
                    _ = try await transport.send(TransportRequest(.get, server.url("/first")))
                    try await expectFault(.broken) {
                        try await transport.send(TransportRequest(method, server.url("/second"), body: body))
                    }
                }
                #expect(server.requests.filter { $0.target == "/second" }.count == 2)
            }
        }
    }

    @Test("A request on a new connection isn't sent again", arguments: TransportKind.allCases)
    func sentOnceOnNewConnection(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            .reset
        } _: { transport, server in
            try await expectFault(.broken) {
                try await transport.send(TransportRequest(.post, server.url(), body: [1]))
            }
            try await expectFault(.broken) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.count == 2)
        }
    }
}
