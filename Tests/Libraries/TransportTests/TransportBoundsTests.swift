import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct TransportBoundsTests {
    @Test("A body that just fits is taken", arguments: TransportKind.allCases, [0, 1, 100_000])
    func justFits(_ kind: TransportKind, size: Int) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: [UInt8](repeating: 7, count: size))
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url(), maximumResponseBytes: size))
            #expect(response.body == [UInt8](repeating: 7, count: size))
        }
    }

    @Test("A body of one byte too many fails the call", arguments: TransportKind.allCases, [0, 1, 100_000])
    func oneTooMany(_ kind: TransportKind, size: Int) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: [UInt8](repeating: 7, count: size + 1))
        } _: { transport, server in
            let request = try TransportRequest(.get, server.url(), maximumResponseBytes: size)
            try await expectFault(.responseTooLarge) { try await transport.send(request) }
        }
    }

    @Test("A Content-Length beyond the bound ends the call before the body comes", arguments: TransportKind.allCases)
    func announced(_ kind: TransportKind) async throws {
        let raw = "HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\nabc"
        try await withTransport(kind) { _ in
            .raw(raw, close: false)
        } _: { transport, server in
            try await expectFault(.responseTooLarge) { try await transport.send(TransportRequest(.get, server.url())) }
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("A body without a length fails the call as soon as it exceeds the bound", arguments: TransportKind.allCases)
    func endless(_ kind: TransportKind) async throws {
        let chunks = Array(repeating: String(repeating: "x", count: 1_000), count: 10_000)
        try await withTransport(kind) { _ in
            .chunks(chunks)
        } _: { transport, server in
            let request = try TransportRequest(.get, server.url(), timeout: .seconds(60), maximumResponseBytes: 5_500)
            try await expectFault(.responseTooLarge) { try await transport.send(request) }
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("A header of 60 KiB is accepted", arguments: TransportKind.allCases)
    func largeHeader(_ kind: TransportKind) async throws {
        let value = String(repeating: "v", count: 10 << 10)
        let lines = (0..<6).map { "X-\($0): \(value)\r\n" }.joined()
        try await withTransport(kind) { _ in
            .raw("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.headerFields.count == 7)
            #expect(response.headerFields[.init("X-5")!] == value)
        }
    }

    @Test(
        "A header beyond 64 KiB fails the call", arguments: TransportKind.allCases,
        [(70, 1_000), (1, 70_000), (20_000, 0)])
    func hugeHeader(_ kind: TransportKind, header: (count: Int, size: Int)) async throws {
        let (count, size) = header
        let lines = String(repeating: "X: \(String(repeating: "v", count: size))\r\n", count: count)
        try await withTransport(kind) { _ in
            .raw("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n", close: false)
        } _: { transport, server in
            try await expectFault(.broken) { try await transport.send(TransportRequest(.get, server.url())) }
        }
    }
}
