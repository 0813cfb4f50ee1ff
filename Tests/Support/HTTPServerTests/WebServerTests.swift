import CurlTransport
import HTTPTransport
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct WebServerTests {
    @Test("One connection serves many requests, also such as are sent before the answer") func keepAlive() async throws
    {
        try await TestServer.run { server in
            try await server.open { connection in
                for _ in 0..<20 {
                    try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    let answer = try await connection.answer()
                    #expect(answer.status == 200 && answer.body == "hello")
                }
                try await connection.send(
                    String(repeating: "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc", count: 20))
                for _ in 0..<20 { #expect(try await connection.answer().body == "abc") }
            }
        }
    }

    @Test("Each response has one Date, also one that no handler has made", arguments: ["GET /", "GET /nowhere"])
    func date(_ request: String) async throws {
        try await TestServer.run { server in
            let head = try await server.answer("\(request) HTTP/1.1\r\nHost: h\r\n\r\n").head
            let dates = head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("date: ") }
            #expect(dates.count == 1 && dates.first?.hasSuffix(" GMT") == true)
        }
    }

    @Test("A client that wants the connection closed has it closed, behind the answer") func close() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                #expect(try await connection.answer().body == "hello")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A request's code runs on its connection's event loop from start to end") func onLoop() async throws {
        let router = Router(context: BasicRequestContext.self)
        router.get("/loop") { _, _ in
            let first = MultiThreadedEventLoopGroup.currentEventLoop
            await Task.yield()
            try await Task.sleep(for: .milliseconds(1))
            let second = MultiThreadedEventLoopGroup.currentEventLoop
            return first != nil && first === second ? "same" : "changed"
        }
        try await TestServer.run(router) { server in
            for _ in 0..<5 {
                let answer = try await server.answer("GET /loop HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(answer.body == "same")
            }
        }
    }

    @Test("Shutting down answers what is in flight and then closes; nothing new is taken") func gracefulShutDown()
        async throws
    {
        let gate = Gate()
        let router = Router(context: BasicRequestContext.self)
        router.get("/slow") { _, _ in
            await gate.pass()
            return "done"
        }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
                await gate.waitForArrival()
                await server.shutDown()
                try await Self.waitUntilRefused(server.port)
                gate.open()
                let answer = try await connection.answer()
                #expect(answer.status == 200 && answer.body == "done" && answer["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("Shutting down doesn't wait for a connection that says nothing") func idleConnection() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.answer().body == "hello")
                await server.shutDown()
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A request that fails unforeseen is 500, and its words stay inside") func fault() async throws {
        struct Unforeseen: Error { let words = "secret" }
        let router = Router(context: BasicRequestContext.self)
        router.get("/fault") { _, _ -> String in throw Unforeseen() }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /fault HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                let answer = try await connection.answer()
                #expect(answer.status == 500 && !answer.body.contains("secret"))
            }
        }
    }

    @Test("Over the most connections one more waits until another ends") func maximumConnections() async throws {
        try await TestServer.run(maximumConnections: 1) { server in
            let second = Mutex<Task<String, any Error>?>(nil)
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.answer().body == "hello")
                second.withLock {
                    $0 = Task { try await server.answer("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").body }
                }
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.answer().body == "hello")
            }
            let waiting = second.withLock { $0 }
            #expect(try await waiting?.value == "hello")
        }
    }

    @Test("Where many wait, each end of a connection lets in one, not several") func oneForOne() async throws {
        let turns = Turns()
        let router = Router(context: BasicRequestContext.self)
        router.get("/") { _, _ in
            await turns.hold()
            return "hello"
        }
        try await TestServer.run(router, maximumConnections: 2) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let answer = try await server.answer("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        #expect(answer.body == "hello")
                    }
                }
                for left in (1...10).reversed() { await turns.release(whenHeld: min(left, 2)) }
                try await group.waitForAll()
            }
        }
        #expect(await turns.most == 2)
    }

    @Test("With a certificate it speaks HTTPS, by HTTP/1.1 and by HTTP/2 where the client can") func tls() async throws
    {
        let certificate = try await TestCertificate()
        let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        try await TestServer.run(tls: identity) { server in
            try await withCurl(caFile: certificate.caFile) { transport in
                let url = try #require(HTTPURL("https://localhost:\(server.port)/"))
                let response = try await transport.send(TransportRequest(.get, url))
                #expect(response.status.code == 200)
                #expect(String(decoding: response.body, as: UTF8.self) == "hello")
                let large = try await transport.send(
                    TransportRequest(
                        .post, url.replacing(path: "/echo"), body: Array(repeating: 120, count: 64 * 1024 + 1)))
                #expect(large.status.code == 413)
            }
        }
    }

    @Test("A certificate that isn't there stops the start") func noCertificate() async {
        await #expect(throws: (any Error).self) {
            try await TestServer.run(
                tls: try TLSIdentity(certificateFile: "/nowhere/cert.pem", keyFile: "/nowhere/key.pem")
            ) { _ in }
        }
    }

    /// Waits until the port takes no connection any more.
    private static func waitUntilRefused(_ port: Int) async throws {
        try await eventually {
            guard
                let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(
                    host: "127.0.0.1", port: port
                ).get()
            else { return true }
            // The server may have closed it first.
            try? await channel.close()
            return false
        }
    }
}
