import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import TestSupport
import Testing
import WebSupport

@testable import HTTPServer

@Suite struct RequestLogTests {
    @Test("Method, route, path, status, time and size are logged, and never the query, where codes travel")
    func line() async throws {
        let log = RecordedLog()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware { RequestLog(log.logger) }
        router.get("/auth/{kind}") { _, _ in "okay" }
        try await TestServer.run(router) { server in
            _ = try await server.response(
                "GET /auth/a?code=secret&state=s HTTP/1.1\r\nHost: h\r\nCookie: latchkey=secret\r\n\r\n")
        }
        let logged = try #require(log.entries.first?.fields)
        #expect(logged["method"] == "GET" && logged["path"] == "/auth/a" && logged["status"] == "200")
        #expect(logged["route"] == "/auth/{kind}" && logged["bytes"] == "4")
        #expect(logged["ms"].flatMap(Double.init) != nil)
        #expect(!"\(logged)".contains("secret"))
        #expect(logged["session"] == nil)
    }

    @Test("A response to HEAD has GET's route, and no bytes") func head() async throws {
        let log = RecordedLog()
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware { RequestLog(log.logger) }
        router.get("/page") { _, _ in "page" }
        try await TestServer.run(router) { server in
            _ = try await server.response("HEAD /page HTTP/1.1\r\nHost: h\r\n\r\n", toHead: true)
        }
        let logged = try #require(log.entries.first?.fields)
        #expect(logged["route"] == "/page" && logged["bytes"] == "0")
    }

    @Test("A path without a route is unknown as a route, also if nothing turns the error into a response")
    func withoutRoute() async throws {
        let log = RecordedLog()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware { RequestLog(log.logger) }
        router.get("/page") { _, _ in "page" }
        try await TestServer.run(router) { server in
            _ = try await server.response("GET /elsewhere HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        let logged = try #require(log.entries.first?.fields)
        #expect(logged["route"] == "unknown" && logged["path"] == "/elsewhere" && logged["status"] == "404")
    }

    @Test(
        "A path is logged without an encoded query, and only its beginning if it is long",
        arguments: [
            ("/auth/openid/return%3Fcode=secret", "/auth/openid/return"), ("/a%3fcode=secret?b", "/a"),
            ("/a%20b", "/a%20b"), ("/" + String(repeating: "a", count: 511), "/" + String(repeating: "a", count: 511)),
            ("/" + String(repeating: "a", count: 512), "/" + String(repeating: "a", count: 511) + "…"),
        ])
    func path(target: String, path: String) async throws {
        let log = RecordedLog()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware { RequestLog(log.logger) }
        try await TestServer.run(router) { server in
            _ = try await server.response("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        #expect(log.entries.first?.fields["path"] == path)
    }

    @Test("A method that the server doesn't know is logged as _OTHER, because its text is the client's") func method()
        async throws
    {
        let log = RecordedLog()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware { RequestLog(log.logger) }
        router.get("/page") { _, _ in "page" }
        try await TestServer.run(router) { server in
            for method in ["MKCOL", "TRACE", "GET"] {
                _ = try await server.response("\(method) /page HTTP/1.1\r\nHost: h\r\n\r\n")
            }
        }
        #expect(log.entries.map { $0.fields["method"] } == ["_OTHER", "TRACE", "GET"])
        #expect(log.entries.map { $0.fields["status"] } == ["405", "405", "200"])
    }

    @Test("Below the level of requests nothing is logged") func quiet() async throws {
        let log = RecordedLog()
        var logger = log.logger
        logger.logLevel = .notice
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware { RequestLog(logger) }
        try await TestServer.run(router) { server in
            _ = try await server.response("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        #expect(log.entries.isEmpty)
    }

    @Test("The session is logged if it is known") func session() async throws {
        let log = RecordedLog()
        let router = Router(context: BasicRequestContext.self)
        router.addMiddleware {
            RequestLog(log.logger) { _ in "a-session" }
        }
        router.get("/") { _, _ in "ok" }
        try await TestServer.run(router) { server in
            _ = try await server.response("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        let logged = try #require(log.entries.first?.fields)
        #expect(logged["session"] == "a-session")
    }
}
