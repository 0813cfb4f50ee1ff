import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite struct TransportDeadlineTests {
    @Test(
        "A server that never responds costs the call its time and no more", .timeLimit(.minutes(1)),
        arguments: TransportKind.allCases)
    func neverResponds(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            .never
        } _: { transport, server in
            let started = ContinuousClock.now
            try await expectFault(.timedOut) {
                try await transport.send(TransportRequest(.get, server.url(), timeout: .milliseconds(100)))
            }
            #expect(ContinuousClock.now - started >= .milliseconds(90))
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("Bytes that keep trickling in do not put the deadline off", arguments: TransportKind.allCases)
    func trickles(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            .chunks(Array(repeating: "x", count: 200), every: .milliseconds(20))
        } _: { transport, server in
            try await expectFault(.timedOut) {
                try await transport.send(TransportRequest(.get, server.url(), timeout: .milliseconds(150)))
            }
        }
    }

    @Test("A call without time is not started", arguments: TransportKind.allCases, [Duration.zero, .seconds(-1)])
    func noTime(_ kind: TransportKind, timeout: Duration) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            try await expectFault(.timedOut) {
                try await transport.send(TransportRequest(.get, server.url(), timeout: timeout))
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A deadline in the far future works", arguments: TransportKind.allCases)
    func farFuture(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url(), timeout: .seconds(Int64.max)))
            #expect(response.text == "ok")
        }
    }
}
