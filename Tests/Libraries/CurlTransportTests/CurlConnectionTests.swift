import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlConnectionTests {
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
