import CurlTransport
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite struct CurlDeadlineTests {
    @Test("A request that libcurl sends again, because its connection was closed, has no more time for it")
    func sentAgain() async throws {
        try await withTransport { request in
            if request.target == "/first" { return LoopbackResponse() }
            // This is so late that the whole timeout, if it started again now, would end long after the deadline.
            try? await Task.sleep(for: .seconds(3))
            return .drop
        } _: { transport, server in
            _ = try await transport.send(TransportRequest(.get, server.url("/first")))
            let start = ContinuousClock.now
            try await expectFault(.timedOut) {
                try await transport.send(TransportRequest(.get, server.url("/slow"), timeout: .milliseconds(3500)))
            }
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test("A request that starts over, because its next connection was discarded, has no more time for it")
    func startsOver() async throws {
        let together = Gathering(2)
        let server = Mutex<LoopbackServer?>(nil)
        try await withTransport { request in
            switch request.target {
            case "/together":
                await together.wait()
                return LoopbackResponse()
            case "/slow" where request.connection <= 2:
                // libcurl tries the other idle connection after this one.
                try? await server.withLock { $0 }?.sendUnasked("x", except: request.connection)
                try? await Task.sleep(for: .seconds(3))
                return .drop
            default: return .never
            }
        } _: { transport, started in
            server.withLock { $0 = started }
            async let one = transport.send(TransportRequest(.get, started.url("/together")))
            async let other = transport.send(TransportRequest(.get, started.url("/together")))
            _ = try await (one, other)
            let start = ContinuousClock.now
            try await expectFault(.timedOut) {
                try await transport.send(TransportRequest(.get, started.url("/slow"), timeout: .milliseconds(3500)))
            }
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(started.connectionsAccepted == 3)
        }
    }
}
