import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct TransportCancellationTests {
    @Test("A task that is cancelled already sends nothing", arguments: TransportKind.allCases)
    func before(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            await withThrowingTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask { _ = try await transport.send(TransportRequest(.get, server.url())) }
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
            _ = try await transport.send(TransportRequest(.get, server.url("/next")))
            #expect(server.requests.map(\.target) == ["/next"])
        }
    }

    @Test("Cancelling ends the call at once, and closes its connection", arguments: TransportKind.allCases)
    func during(_ kind: TransportKind) async throws {
        try await withTransport(kind) {
            $0.target == "/slow" ? .never : LoopbackResponse(body: "ok")
        } _: { transport, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = try await transport.send(TransportRequest(.get, server.url("/slow"), timeout: .seconds(60)))
                }
                try await server.waitForRequests(1)
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
            try await server.waitForOpenConnections(0)
            let response = try await transport.send(TransportRequest(.get, server.url("/next")))
            #expect(response.text == "ok")
        }
    }

    @Test("Cancelling after the response leaves nothing behind", arguments: TransportKind.allCases)
    func after(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            for _ in 0..<50 {
                try await withThrowingTaskGroup(of: TransportResponse.self) { group in
                    group.addTask {
                        let response = try await transport.send(TransportRequest(.get, server.url()))
                        withUnsafeCurrentTask { $0?.cancel() }
                        return response
                    }
                    let response = try await group.next()
                    #expect(response?.text == "ok")
                }
            }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test("Cancelling at any moment ends each call in one way", arguments: TransportKind.allCases)
    func anyMoment(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            let url = try server.url()
            for round in 0..<100 {
                let call = Task { try await transport.send(TransportRequest(.get, url)).text }
                for _ in 0..<round { await Task.yield() }
                call.cancel()
                switch await call.result {
                case .success(let text): #expect(text == "ok")
                case .failure(let error): #expect(error is CancellationError)
                }
            }
            let response = try await transport.send(TransportRequest(.get, url))
            #expect(response.text == "ok")
        }
    }
}
