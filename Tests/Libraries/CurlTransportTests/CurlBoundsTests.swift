import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlBoundsTests {
    @Test("A body that just fits is taken", arguments: [0, 1, 100_000])
    func justFits(size: Int) async throws {
        try await withTransport { _ in
            LoopbackResponse(body: [UInt8](repeating: 7, count: size))
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url(), maximumResponseBytes: size))
            #expect(response.body == [UInt8](repeating: 7, count: size))
        }
    }

    @Test("A body of one byte too many fails the call", arguments: [0, 1, 100_000])
    func oneTooMany(size: Int) async throws {
        try await withTransport { _ in
            LoopbackResponse(body: [UInt8](repeating: 7, count: size + 1))
        } _: { transport, server in
            let request = try TransportRequest(.get, server.url(), maximumResponseBytes: size)
            try await expectFault(.responseTooLarge) { try await transport.send(request) }
        }
    }

    @Test("A body that takes more than is left for all bodies fails the call, and the room is free again after it")
    func allBodies() async throws {
        let room = 3 << 20
        try await withTransport(CurlConfiguration(maximumBodyBytes: room)) { request in
            LoopbackResponse(body: [UInt8](repeating: 7, count: request.path == "/fits" ? room : room + 1))
        } _: { transport, server in
            for _ in 0..<3 {
                let fits = try TransportRequest(.get, server.url("/fits"), maximumResponseBytes: 8 << 20)
                #expect(try await transport.send(fits).body.count == room)
                let tooLarge = try TransportRequest(.get, server.url("/large"), maximumResponseBytes: 8 << 20)
                try await expectFault(.responseTooLarge) { try await transport.send(tooLarge) }
            }
        }
    }

    @Test("A Content-Length beyond the bound ends the call before the body comes")
    func announced() async throws {
        let raw = "HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\nabc"
        try await withTransport { _ in
            .raw(raw, close: false)
        } _: { transport, server in
            try await expectFault(.responseTooLarge) { try await transport.send(TransportRequest(.get, server.url())) }
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("A body without a length fails the call as soon as it exceeds the bound")
    func endless() async throws {
        let chunks = Array(repeating: String(repeating: "x", count: 1_000), count: 10_000)
        try await withTransport { _ in
            .chunks(chunks)
        } _: { transport, server in
            let request = try TransportRequest(.get, server.url(), timeout: .seconds(60), maximumResponseBytes: 5_500)
            try await expectFault(.responseTooLarge) { try await transport.send(request) }
            try await server.waitForOpenConnections(0)
        }
    }

    @Test("A header of 60 KiB is accepted")
    func largeHeader() async throws {
        let value = String(repeating: "v", count: 10 << 10)
        let lines = (0..<6).map { "X-\($0): \(value)\r\n" }.joined()
        try await withTransport { _ in
            .raw("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.headerFields.count == 7)
            #expect(response.headerFields[.init("X-5")!] == value)
        }
    }

    @Test("A header beyond 64 KiB fails the call", arguments: [(70, 1_000), (1, 70_000), (20_000, 0)])
    func hugeHeader(count: Int, size: Int) async throws {
        let lines = String(repeating: "X: \(String(repeating: "v", count: size))\r\n", count: count)
        try await withTransport { _ in
            .raw("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n", close: false)
        } _: { transport, server in
            try await expectFault(.broken) { try await transport.send(TransportRequest(.get, server.url())) }
        }
    }

    @Test("Endless interim responses fail the call")
    func endlessInterim() async throws {
        let raw = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n", count: 2_000)
        try await withTransport { _ in
            .raw(raw, close: false)
        } _: { transport, server in
            try await expectFault(.broken) { try await transport.send(TransportRequest(.get, server.url())) }
        }
    }
}
