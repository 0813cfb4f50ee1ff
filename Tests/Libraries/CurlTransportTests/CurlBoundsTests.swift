import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlBoundsTests {
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
