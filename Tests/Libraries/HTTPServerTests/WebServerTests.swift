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
    @Test("A connection serves many requests, even if they are sent before the response") func keepAlive() async throws
    {
        try await TestServer.run { server in
            try await server.open { connection in
                for _ in 0..<20 {
                    try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    let response = try await connection.response()
                    #expect(response.status == 200 && response.body == "hello")
                }
                try await connection.send(
                    String(repeating: "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc", count: 20))
                for _ in 0..<20 { #expect(try await connection.response().body == "abc") }
            }
        }
    }

    @Test("Each response has one Date, even if no handler has made it", arguments: ["GET /", "GET /nowhere"])
    func date(_ request: String) async throws {
        try await TestServer.run { server in
            let head = try await server.response("\(request) HTTP/1.1\r\nHost: h\r\n\r\n").head
            let dates = head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("date: ") }
            #expect(dates.count == 1 && dates.first?.hasSuffix(" GMT") == true)
        }
    }

    @Test("A connection is closed after the response if its client wants that") func close() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                #expect(try await connection.response().body == "hello")
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
                let response = try await server.response("GET /loop HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(response.body == "same")
            }
        }
    }

    @Test("A shutdown sends the responses in flight and then closes the connections; no new request is served")
    func gracefulShutDown()
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
                let response = try await connection.response()
                #expect(response.status == 200 && response.body == "done")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A shutdown doesn't wait for a connection on which nothing was sent") func idleConnection() async throws {
        try await TestServer.run { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.response().body == "hello")
                await server.shutDown()
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A request that fails unforeseen is 500, and the error's text isn't in the response") func fault()
        async throws
    {
        struct Unforeseen: Error { let words = "secret" }
        let router = Router(context: BasicRequestContext.self)
        router.get("/fault") { _, _ -> String in throw Unforeseen() }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /fault HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                let response = try await connection.response()
                #expect(response.status == 500 && !response.body.contains("secret"))
            }
        }
    }

    @Test("A connection beyond the maximum waits until another one ends") func maximumConnections() async throws {
        try await TestServer.run(maximumConnections: 1) { server in
            let second = Mutex<Task<String, any Error>?>(nil)
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.response().body == "hello")
                second.withLock {
                    $0 = Task {
                        try await server.response("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").body
                    }
                }
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await connection.response().body == "hello")
            }
            let waiting = second.withLock { $0 }
            #expect(try await waiting?.value == "hello")
        }
    }

    @Test("If many connections wait, each end of a connection admits one of them") func oneForOne() async throws {
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
                        let response = try await server.response(
                            "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        #expect(response.body == "hello")
                    }
                }
                for left in (1...10).reversed() { await turns.release(whenHeld: min(left, 2)) }
                try await group.waitForAll()
            }
        }
        #expect(await turns.most == 2)
    }

    @Test("With a certificate the server speaks HTTPS, by HTTP/1.1, and by HTTP/2 if the client can") func tls()
        async throws
    {
        let certificate = try await TestCertificate()
        let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        try await TestServer.run(tls: identity) { server in
            let transport = try CurlClient(CurlConfiguration(caFile: certificate.caFile))
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

    @Test("A missing certificate makes the start fail") func noCertificate() async {
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
