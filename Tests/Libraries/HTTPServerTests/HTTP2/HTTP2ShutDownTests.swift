import Hummingbird
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct HTTP2ShutDownTests {
    /// The second exceeds the client's initial window.
    @Test(
        "A request in flight over HTTP/2 is served when the server shuts down, and then the connection is closed",
        arguments: [4, 100_000])
    func inFlight(_ size: Int) async throws {
        let gate = Gate()
        let router = Router(context: BasicRequestContext.self)
        router.post("/slow") { _, _ in
            await gate.pass()
            return String(repeating: "a", count: size)
        }
        let said = try await SecureTestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send(
                    HTTP2Bytes.preface + HTTP2Bytes.postHead(path: "/slow", stream: 1)
                        + HTTP2Bytes.frame(HTTP2Bytes.data, flags: 0x1, stream: 1, []))
                await gate.waitForArrival()
                await server.server.shutDown()
                // The first GOAWAY comes with a ping; the second, after its response, names the last served request.
                let ping = try await connection.bytes { bytes in
                    HTTP2Bytes.frames(bytes).first { $0.type == HTTP2Bytes.ping }?.payload
                }
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.ping, flags: 0x1, stream: 0, ping))
                try await connection.bytes { bytes in
                    HTTP2Bytes.frames(bytes).filter { $0.type == HTTP2Bytes.goAway }.count == 2 ? () : nil
                }
                gate.open()
                try await connection.bytes { bytes in Self.body(bytes).count >= min(size, 65_535) ? () : nil }
                for stream in [0, 1] where size > 65_535 {
                    try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: stream, [0, 1, 0, 0]))
                }
                return await connection.restOfBytes()
            }
        }
        #expect(HTTP2Bytes.frames(said).first { $0.stream == 1 }?.type == HTTP2Bytes.headers)
        #expect(Self.body(said).count == size)
        #expect(!HTTP2Bytes.frames(said).contains { $0.type == HTTP2Bytes.resetStream })
    }

    private static func body(_ bytes: [UInt8]) -> [UInt8] { HTTP2Bytes.body(bytes, stream: 1) }
}
