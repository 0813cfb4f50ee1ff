import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlThreadsTests {
    @TaskLocal private static var caller = 0

    @Test("Each thread has its own connections, and a caller's calls are always on the same thread")
    func connections() async throws {
        let configuration = CurlConfiguration(threads: 3, caller: { Self.caller })
        try await withTransport(configuration) { request in
            LoopbackResponse(body: "\(request.connection)")
        } _: { transport, server in
            func connection(_ caller: Int) async throws -> String {
                try await Self.$caller.withValue(caller) {
                    try await transport.send(TransportRequest(.get, server.url())).text
                }
            }
            let first = [try await connection(0), try await connection(1), try await connection(2)]
            #expect(Set(first).count == 3)
            for number in [0, 1, 2, 3, 7, -1, .min] {
                let thread = Int(UInt(bitPattern: number) % 3)
                #expect(try await connection(number) == first[thread], "caller \(number)")
            }
            #expect(server.connectionsAccepted == 3)
        }
    }

    @Test("A timeout on one thread keeps all of them from reusing connections that were idle then")
    func silence() async throws {
        let configuration = CurlConfiguration(threads: 2, caller: { Self.caller })
        try await withTransport(configuration) { request in
            request.target == "/silent" || request.connection == 2 && request.target == "/again"
                ? .never : LoopbackResponse()
        } _: { transport, server in
            func get(_ target: String, by caller: Int, _ timeout: Duration = .seconds(10)) async throws {
                try await Self.$caller.withValue(caller) {
                    _ = try await transport.send(TransportRequest(.get, server.url(target), timeout: timeout))
                }
            }
            try await get("/", by: 0)
            try await get("/", by: 1)
            #expect(server.connectionsAccepted == 2)
            await #expect(throws: TransportError.self) { try await get("/silent", by: 0, .milliseconds(1200)) }
            try await get("/again", by: 1)
            #expect(server.connectionsAccepted == 3)
        }
    }

    @Test("A client that is shut down refuses the calls of every thread, and those under way fail")
    func shutDown() async throws {
        let server = try await LoopbackServer.start { _ in .never }
        let transport = try CurlClient(CurlConfiguration(threads: 4, caller: { Self.caller }))
        await withTaskGroup(of: TransportError.Kind?.self) { group in
            for caller in 0..<4 {
                group.addTask {
                    try? await Self.$caller.withValue(caller) {
                        try await fault { try await transport.send(TransportRequest(.get, server.url())) }
                    }
                }
            }
            try? await server.waitForRequests(4)
            await transport.shutDown()
            for await kind in group { #expect(kind == .shutDown) }
        }
        for caller in 0..<4 {
            let kind = try await Self.$caller.withValue(caller) {
                try await fault { try await transport.send(TransportRequest(.get, server.url())) }
            }
            #expect(kind == .shutDown)
        }
        await server.stop()
    }

    @Test("Callers without a number are spread over the threads") func random() async throws {
        try await withTransport(CurlConfiguration(threads: 2)) { _ in
            LoopbackResponse()
        } _: { transport, server in
            // That all of 64 calls are on one thread happens once in 2^63 runs.
            for _ in 0..<64 { _ = try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.connectionsAccepted == 2)
        }
    }
}
