import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlConnectionTests {
    @Test("Calls one after the other share a connection")
    func reuse() async throws {
        try await withTransport { _ in
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
        arguments: [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nCont", "HTTP/1.1 204 No Content\r\nA: b\r\n",
            "HTTP/1.1 401 Unauthorized\r\nWWW-Auth", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b",
        ])
    func cutHeader(_ text: String) async throws {
        try await withTransport { _ in
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

    @Test("An error has the status of a response whose body broke off or is too large")
    func statusOfError() async throws {
        try await withTransport { request in
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

    @Test("Of connections that have gone silent only the first one costs a call its time")
    func silentConnections() async throws {
        let together = Gathering(4)
        try await withTransport { request in
            if request.target == "/together" {
                await together.wait()
                return LoopbackResponse()
            }
            return request.connection <= 4 ? .never : LoopbackResponse(body: "new")
        } _: { transport, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { _ = try await transport.send(TransportRequest(.get, server.url("/together"))) }
                }
                try await group.waitForAll()
            }
            #expect(server.connectionsAccepted == 4)
            try await expectFault(.timedOut) {
                try await transport.send(TransportRequest(.get, server.url(), timeout: .milliseconds(1200)))
            }
            for _ in 0..<3 { #expect(try await transport.send(TransportRequest(.get, server.url())).text == "new") }
            #expect(server.connectionsAccepted == 5)
        }
    }

    @Test("Two hundred calls at once all get a response, each its own")
    func concurrent() async throws {
        try await withTransport {
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
        "As many connections are retained for the next calls as the limit allows",
        arguments: [40, CurlConfiguration().maximumConnections])
    func retained(calls: Int) async throws {
        let together = Gathering(calls)
        try await withTransport { _ in
            await together.wait()
            return LoopbackResponse(body: "ok")
        } _: { transport, server in
            for _ in 0..<2 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<calls {
                        group.addTask {
                            _ = try await transport.send(TransportRequest(.get, server.url(), timeout: .seconds(60)))
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(server.connectionsAccepted == calls)
            #expect(server.requests.count == 2 * calls)
        }
    }

    @Test(
        "An idle connection that the server has closed meanwhile does no harm",
        arguments: [HTTPRequest.Method.get, .post, .delete])
    func closedWhileIdle(method: HTTPRequest.Method) async throws {
        try await withTransport { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            _ = try await transport.send(TransportRequest(.get, server.url()))
            await server.closeConnections()
            let response = try await transport.send(
                TransportRequest(method, server.url(), body: method == .get ? nil : [1]))
            #expect(response.text == "ok")
            #expect(server.requests.map(\.method) == [.get, method])
            #expect(server.connectionsAccepted == 2)
        }
    }

    @Test(
        "A request that may change something is sent once, even if its reused connection breaks",
        arguments: [HTTPRequest.Method.post, .put, .patch, .delete], [LoopbackResponse.drop, .reset])
    func sentOnce(method: HTTPRequest.Method, fault response: LoopbackResponse) async throws {
        try await withTransport {
            $0.target == "/first" ? LoopbackResponse(body: "ok") : response
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

    @Test("A request on a new connection isn't sent again")
    func sentOnceOnNewConnection() async throws {
        try await withTransport { _ in
            .reset
        } _: { transport, server in
            try await expectFault(.broken) {
                try await transport.send(TransportRequest(.post, server.url(), body: [1]))
            }
            try await expectFault(.broken) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.count == 2)
        }
    }

    @Test("A GET is tried again if its reused connection breaks before the response")
    func readAgain() async throws {
        try await withTransport {
            $0.target == "/first" || $0.connection == 2 ? LoopbackResponse(body: "ok") : .drop
        } _: { transport, server in
            _ = try await transport.send(TransportRequest(.get, server.url("/first")))
            #expect(try await transport.send(TransportRequest(.get, server.url("/second"))).text == "ok")
            #expect(server.requests.map(\.target) == ["/first", "/second", "/second"])
        }
    }

    @Test("Nothing of a call is left in the next one")
    func nothingStays() async throws {
        try await withTransport { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            let fields: HTTPFields = [.authorization: "Bearer secret", .contentType: "text/plain", .userAgent: "mine"]
            _ = try await transport.send(TransportRequest(.post, server.url(), headerFields: fields, body: [1, 2, 3]))
            _ = try await transport.send(TransportRequest(.get, server.url()))
            let second = try #require(server.requests.last)
            #expect(second.method == .get)
            #expect(second.headerFields.map(\.name.canonicalName).sorted() == ["accept", "accept-encoding", "host"])
            #expect(second.body.isEmpty)
        }
    }
}
