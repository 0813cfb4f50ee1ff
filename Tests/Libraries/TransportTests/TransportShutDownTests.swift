import HTTPTransport
import HTTPTypes
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing

@Suite struct TransportShutDownTests {
    @Test("Shutting down fails the calls under way and the later ones", arguments: TransportKind.allCases)
    func failsPending(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            .never
        } _: { transport, server in
            try await withThrowingTaskGroup(of: TransportError.Kind?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await fault {
                            try await transport.send(TransportRequest(.get, server.url(), timeout: .seconds(60)))
                        }
                    }
                }
                try await server.waitForRequests(10)
                await transport.shutDown()
                for try await kind in group { #expect(kind == .shutDown) }
            }
            try await expectFault(.shutDown) { try await transport.send(TransportRequest(.get, server.url())) }
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("Shutting down twice, and at once from two tasks, is as good as once", arguments: TransportKind.allCases)
    func twice(_ kind: TransportKind) async throws {
        let transport = try kind.make()
        async let first: Void = transport.shutDown()
        async let second: Void = transport.shutDown()
        _ = await (first, second)
        await transport.shutDown()
    }

    @Test("A transport that is released without a shutdown closes its connections", arguments: TransportKind.allCases)
    func letGo(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in LoopbackResponse(body: "ok") }
        for _ in 0..<5 {
            let transport = try kind.make()
            _ = try await transport.send(TransportRequest(.get, server.url()))
        }
        try await server.waitForOpenConnections(0)
        await server.stop()
    }

    @Test("The transport as a service ends when its group shuts down", arguments: TransportKind.allCases)
    func service(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await transport.run() }
                    #expect(try await transport.send(TransportRequest(.get, server.url())).text == "ok")
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            try await expectFault(.shutDown) { try await transport.send(TransportRequest(.get, server.url())) }
        }
    }
}
