import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// Clients that don't read their responses, or read them too slowly.
@Suite struct UnreadResponsesTests {
    /// Bytes that a client's system receives unread.
    private static let receiveBuffer = 256 * 1024
    /// The size of a response that the systems of server and client don't take into their buffers.
    private static let unreadable = 12 * 1024 * 1024

    @Test("Parts of a response that the client doesn't read are not made") func unread() async throws {
        let pieces = Pieces()
        let router = TestServer.router()
        router.get("/long") { _, _ in pieces.response(4000) }
        try await TestServer.run(router, deadlines: ClientDeadlines(progress: .milliseconds(200))) { server in
            try await server.open { connection in
                try await connection.send("GET /long HTTP/1.1\r\nHost: h\r\n\r\n")
                // The rest is in the system's buffers.
                #expect((1..<1000).contains(await pieces.made.first { _ in true } ?? 0))
            }
        }
    }

    @Test("Requests of a client that reads no response wait, even if the responses have no body") func unreadHeads()
        async throws
    {
        let served = Atomic(0)
        let router = TestServer.router()
        router.get("/empty") { _, _ in
            served.add(1, ordering: .relaxed)
            return Response(status: .noContent, headers: [.eTag: String(repeating: "x", count: 16_000)])
        }
        try await TestServer.run(router, deadlines: ClientDeadlines(progress: .seconds(2))) { server in
            try await server.open { connection in
                let request = "GET /empty HTTP/1.1\r\nHost: h\r\n\r\n"
                try? await connection.send(String(repeating: request, count: 5000))
                try await connection.waitForDrop(sending: Array(request.utf8))
            }
        }
        #expect((1..<2500).contains(served.load(ordering: .relaxed)))
    }

    @Test("A client of HTTP/2 that reads nothing is dropped, however many responses wait for it", arguments: [1, 3])
    func unreadStreams(_ count: Int) async throws {
        let router = TestServer.router()
        router.get("/large") { _, _ in String(repeating: "x", count: Self.unreadable) }
        let deadlines = ClientDeadlines(progress: .milliseconds(300))
        try await SecureTestServer.run(router, deadlines: deadlines) { server in
            try await server.open(receiveBuffer: Self.receiveBuffer) { connection in
                try await connection.send(HTTP2Bytes.preface(settings: [(4, 0x7FFF_FFFF)]))
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, [0x70, 0, 0, 0]))
                for stream in [1, 3, 5].prefix(count) {
                    try await connection.send(HTTP2Bytes.get("/large", stream: stream))
                }
                try await connection.waitForDrop(
                    sending: HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, [0, 0, 0, 1]))
            }
        }
    }

    /// Until other requests wait, such a client can't know that the server has tried.
    ///
    /// A stream whose whole response fits in the window has ended; the other client can't be notified.
    @Test(
        "A stream that can't be reset ends with its connection once other requests wait for it",
        arguments: [0x80_0000, 0x7000_0000] as [UInt32])
    func stuck(window: UInt32) async throws {
        let (errors, error) = AsyncStream<any Error>.makeStream()
        let router = TestServer.router()
        router.get("/large") { _, _ in String(repeating: "x", count: Self.unreadable) }
        router.post("/read") { request, _ in
            do {
                return String(buffer: try await request.body.collect(upTo: 1))
            } catch let thrown {
                error.yield(thrown)
                throw thrown
            }
        }
        let progress = Duration.milliseconds(200)
        try await SecureTestServer.run(router, deadlines: ClientDeadlines(progress: progress)) { server in
            try await server.open(receiveBuffer: Self.receiveBuffer) { connection in
                try await connection.send(HTTP2Bytes.preface(settings: [(4, 0x7FFF_FFFF)]))
                let increment = withUnsafeBytes(of: window.bigEndian, Array.init)
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, increment))
                try await connection.send(HTTP2Bytes.postHead(path: "/read", stream: 1))
                try await connection.send(HTTP2Bytes.get("/large", stream: 3))
                // The third request comes when the stream would have been reset, which the client can't see.
                try await Task.sleep(for: progress * 15)
                let start = ContinuousClock.now
                try await connection.send(HTTP2Bytes.get("/large", stream: 5))
                #expect(await errors.first { _ in true } != nil)
                // Without a drop, the deadline of the body ends the first request after half a minute.
                #expect(ContinuousClock.now - start < .seconds(20))
            }
        }
    }

    @Test("A response over HTTP/2 that is read too slowly in all ends with its connection") func trickled() async throws
    {
        let router = TestServer.router()
        router.get("/large") { _, _ in String(repeating: "x", count: Self.unreadable) }
        try await SecureTestServer.run(router, deadlines: ClientDeadlines(response: .seconds(1))) { server in
            try await server.open(receiveBuffer: Self.receiveBuffer) { connection in
                try await connection.send(HTTP2Bytes.preface(settings: [(4, 0x7FFF_FFFF)]))
                try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, [0x70, 0, 0, 0]))
                try await connection.send(HTTP2Bytes.get("/large", stream: 1))
                var (count, reads) = (0, 0)
                while let read = try? await connection.skip() {
                    count += read
                    reads += 1
                    // First much more slowly than the deadline allows, then as fast as it can.
                    if reads <= 15 { try await Task.sleep(for: .milliseconds(200)) }
                    if count >= Self.unreadable { break }
                }
                #expect((1..<Self.unreadable).contains(count))
            }
        }
    }
}

extension RawConnection {
    /// Waits until the server has dropped a client that reads nothing.
    fileprivate func waitForDrop(sending bytes: [UInt8]) async throws {
        let start = ContinuousClock.now
        // Such a client notices only by sending that the server has closed the connection.
        while isOpen, ContinuousClock.now - start < .seconds(30) {
            try? await send(bytes)
            try await Task.sleep(for: .milliseconds(50))
        }
        let isOpen = isOpen
        #expect(!isOpen)
    }
}
