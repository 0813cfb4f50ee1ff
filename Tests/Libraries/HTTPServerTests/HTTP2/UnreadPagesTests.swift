import Hummingbird
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// Clients that request many large pages and read none.
@Suite struct UnreadPagesTests {
    private static let size = 1_866_547
    /// A number of pages that exceeds the unsent bytes of a connection.
    private static let filling = 3
    /// Maximum number of requests of a connection that the application works on while none of them is written.
    private static let atOnce = 8

    /// A budget that counts a request for as long as the application works on it, however busy the machine is.
    private var budget: ResponseBudget { ResponseBudget(ResponseBudget.Limits(patience: .seconds(600))) }

    /// Serves large pages and counts them.
    private final class Pages: Sendable {
        let made = Mutex(0)

        var router: Router<BasicRequestContext> {
            let router = TestServer.router()
            router.get("/page") { [self] _, _ in
                made.withLock { $0 += 1 }
                return String(repeating: "x", count: UnreadPagesTests.size)
            }
            return router
        }
    }

    @Test("Unread pages of a few connections are few, delay no other client, and end with their connections")
    func unread() async throws {
        let pages = Pages()
        let deadlines = ClientDeadlines(progress: .seconds(3), pressedProgress: .seconds(3))
        try await SecureTestServer.run(pages.router, deadlines: deadlines, budget: budget) { server in
            let connections = 5
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                let waiting = Gate()
                for _ in 0..<connections {
                    group.addTask {
                        try await server.open { connection in
                            // The client may send 100 requests, because it doesn't acknowledge the server's settings.
                            try await connection.send(HTTP2Bytes.preface(settings: [(4, 0)]))
                            try await connection.send((0..<100).flatMap { HTTP2Bytes.get("/page", stream: 2 * $0 + 1) })
                            try await connection.bytes { bytes in
                                try? HTTP2Bytes.statuses(bytes).count >= Self.filling ? () : nil
                            }
                            waiting.open()
                            return await connection.restOfBytes()
                        }
                    }
                }
                await waiting.pass()
                try await server.open { connection in
                    try await connection.startHTTP2()
                    try await connection.send(HTTP2Bytes.get(stream: 1))
                    #expect(try await connection.status(of: 1) == "200")
                }
                for try await bytes in group {
                    #expect(try HTTP2Bytes.statuses(bytes).count <= Self.atOnce)
                    #expect(!HTTP2Bytes.frames(bytes).contains { $0.type == HTTP2Bytes.data })
                }
            }
            #expect(pages.made.withLock { $0 } <= connections * Self.atOnce)
        }
    }

    @Test("Requests that waited for room are served as the client reads") func reading() async throws {
        let pages = Pages()
        try await SecureTestServer.run(pages.router, budget: budget) { server in
            try await server.open { connection in
                try await connection.send(HTTP2Bytes.preface(settings: [(4, 0)]))
                let streams = (0..<20).map { 2 * $0 + 1 }
                try await connection.send(streams.flatMap { HTTP2Bytes.get("/page", stream: $0) })
                try await connection.bytes { try? HTTP2Bytes.statuses($0).count >= Self.filling ? () : nil }
                #expect(pages.made.withLock { $0 } <= Self.atOnce)
                let window: [UInt8] = [0x10, 0, 0, 0]
                for stream in [0] + streams {
                    try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: stream, window))
                }
                try await connection.bytes { bytes in bytes.count > streams.count * Self.size ? () : nil }
            }
            #expect(pages.made.withLock { $0 } == 20)
        }
    }

    @Test("A stream that isn't read is reset alone while the application works on another of its connection")
    func workedOn() async throws {
        let router = Pages().router
        let gate = Gate()
        router.get("/slow") { _, _ in
            await gate.pass()
            return "done"
        }
        try await SecureTestServer.run(router, deadlines: ClientDeadlines(progress: .seconds(1))) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(HTTP2Bytes.get("/slow", stream: 1) + HTTP2Bytes.get("/page", stream: 3))
                _ = try await connection.reset(of: 3)
                gate.open()
                #expect(try await connection.status(of: 1) == "200")
            }
        }
    }

    @Test("A stream that isn't read is reset while another of its connection is") func oneStream() async throws {
        let deadlines = ClientDeadlines(progress: .seconds(4))
        try await SecureTestServer.run(Pages().router, deadlines: deadlines) { server in
            try await server.open { connection in
                try await connection.startHTTP2()
                try await connection.send(
                    HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 0, [0x10, 0, 0, 0])
                        + HTTP2Bytes.get("/page", stream: 1) + HTTP2Bytes.get("/page", stream: 3))
                // Stream 3 is read on and on, stream 1 isn't.
                var taken = 65_535
                while !(try await connection.isReset(1)) {
                    try await connection.bytes {
                        HTTP2Bytes.body($0, stream: 3).count >= min(taken, Self.size) ? () : nil
                    }
                    taken += 16_384
                    try await connection.send(HTTP2Bytes.frame(HTTP2Bytes.windowUpdate, stream: 3, [0, 0, 0x40, 0]))
                    try await Task.sleep(for: .milliseconds(200))
                }
                try await connection.send(HTTP2Bytes.get(stream: 5))
                #expect(try await connection.status(of: 5) == "200")
            }
        }
    }
}

extension RawConnection {
    fileprivate mutating func isReset(_ stream: Int) async throws -> Bool {
        try await bytes { bytes in
            HTTP2Bytes.frames(bytes).contains { $0.type == HTTP2Bytes.resetStream && $0.stream == stream }
        }
    }
}
