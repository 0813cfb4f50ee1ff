import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct HTTP1ResponseTests {
    private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    /// A response without Content-Length, whose parts are flushed one by one.
    private static func streamed(
        _ parts: [String], fields: HTTPFields = [:], trailers: HTTPFields? = nil
    ) -> Response {
        Response(
            status: .ok, headers: fields,
            body: ResponseBody { writer in
                for part in parts { try await writer.write(ByteBuffer(string: part)) }
                try await writer.finish(trailers)
            })
    }

    @Test("A response is a status line, a line for each field in their order, and the body") func bytes() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.request)
        var fields: HTTPFields = [.contentLength: "5"]
        for cookie in ["a=b", "c=d"] { fields.append(HTTPField(name: .setCookie, value: cookie)) }
        pipeline.respond(HTTPResponse(status: .seeOther, headerFields: fields), ["hel", "lo"])
        #expect(
            try pipeline.sent()
                == "HTTP/1.1 303 See Other\r\nContent-Length: 5\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\n\r\nhello")
    }

    @Test("An informational response has no framing, and the response after it has its own") func informational()
        throws
    {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.request)
        pipeline.channel.write(HTTPResponsePart.head(HTTPResponse(status: .earlyHints)), promise: nil)
        pipeline.respond(HTTPResponse(status: .ok), ["hello"])
        #expect(
            try pipeline.sent()
                == "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\nhello\r\n0\r\n\r\n")
    }

    /// An empty chunk in between would end the response.
    @Test(
        "A response without Content-Length is chunked, and ends with an empty chunk and its trailers",
        arguments: [(nil, ""), ([.eTag: "\"v\""], "ETag: \"v\"\r\n")] as [(HTTPFields?, String)])
    func chunked(_ trailers: HTTPFields?, _ lines: String) async throws {
        let letters = String(repeating: "x", count: 26)
        let router = TestServer.router()
        router.get("/parts") { _, _ in Self.streamed(["hello", "", letters], trailers: trailers) }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /parts HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                let response = try await connection.response()
                #expect(response.status == 200)
                #expect(response["Transfer-Encoding"] == "chunked" && response["Content-Length"] == nil)
                #expect(try await connection.rest() == "5\r\nhello\r\n1a\r\n\(letters)\r\n0\r\n\(lines)\r\n")
            }
        }
    }

    @Test(
        "A response of unknown length to HTTP/1.0 has no chunks and is the last of its connection, also before others",
        arguments: ["", "Connection: keep-alive\r\n"])
    func streamedToHTTP10(_ fields: String) async throws {
        let served = Mutex(0)
        let router = TestServer.router()
        router.get("/parts") { _, _ in
            served.withLock { $0 += 1 }
            return Self.streamed(["hello", ", ", "world"])
        }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                let request = "GET /parts HTTP/1.0\r\n\(fields)\r\n"
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n" + request + request)
                #expect(try await connection.response().body == "hello")
                let response = try await connection.response(toHead: true)
                #expect(response.status == 200 && response["Transfer-Encoding"] == nil)
                #expect(response.head.ranges(of: "Connection: close").count == 1)
                #expect(try await connection.rest() == "hello, world")
            }
        }
        #expect(served.withLock(\.self) == 1)
    }

    @Test("A client of HTTP/1.0 that reads the end of a streamed response slowly gets all of it") func slowHTTP10()
        throws
    {
        let pipeline = try TimedPipeline()
        try pipeline.receive("GET / HTTP/1.0\r\n\r\n")
        pipeline.network.isStalled = true
        pipeline.respond(HTTPResponse(status: .ok), ["hello"])
        pipeline.wait(.seconds(9))
        #expect(pipeline.isOpen)
        pipeline.network.isStalled = false
        pipeline.channel.flush()
        #expect(try pipeline.sent() == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello")
        pipeline.wait(.seconds(3))
        #expect(!pipeline.isOpen)
    }

    @Test("A streamed response to HTTP/1.0 may depend on the rest of the request's body") func echoedHTTP10()
        async throws
    {
        let router = TestServer.router()
        router.post("/stream") { request, _ in
            Response(status: .ok, body: ResponseBody(asyncSequence: request.body))
        }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("POST /stream HTTP/1.0\r\nContent-Length: 10\r\n\r\n01234")
                #expect(try await connection.response(toHead: true).status == 200)
                try await connection.send("56789")
                #expect(try await connection.rest() == "0123456789")
            }
        }
    }

    @Test(
        "204 and 304 have neither Content-Length nor Transfer-Encoding, and the next response is the next request's",
        arguments: [HTTPResponse.Status.noContent, .notModified])
    func bodiless(_ status: HTTPResponse.Status) async throws {
        let router = TestServer.router()
        // Hummingbird adds the length of a body that it knows to be empty.
        router.get("/length") { _, _ in Response(status: status) }
        router.get("/coding") { _, _ in
            var response = Self.streamed([], fields: [.transferEncoding: "chunked"])
            response.status = status
            return response
        }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                for path in ["/length", "/coding"] {
                    try await connection.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
                    let response = try await connection.response()
                    #expect(response.status == status.code)
                    #expect(response["Content-Length"] == nil && response["Transfer-Encoding"] == nil)
                }
                try await connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                #expect(try await connection.response().body == "hello")
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A Transfer-Encoding field of the application isn't sent, with Content-Length or without")
    func applicationCoding() async throws {
        let router = TestServer.router()
        router.get("/length") { _, _ in
            Response(
                status: .ok, headers: [.transferEncoding: "chunked"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "hello")))
        }
        router.get("/none") { _, _ in Self.streamed(["hello"], fields: [.transferEncoding: "gzip"]) }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("GET /length HTTP/1.1\r\nHost: h\r\n\r\n")
                let response = try await connection.response()
                #expect(response["Transfer-Encoding"] == nil)
                #expect(response["Content-Length"] == "5" && response.body == "hello")
                try await connection.send("GET /none HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                let codings = try await connection.response().head.split(separator: "\r\n").filter {
                    $0.lowercased().hasPrefix("transfer-encoding:")
                }
                #expect(codings == ["Transfer-Encoding: chunked"])
                #expect(try await connection.rest() == "5\r\nhello\r\n0\r\n\r\n")
            }
        }
    }

    @Test(
        "HEAD has the length if it is known, and neither a body nor a chunk",
        arguments: [("/", "5"), ("/parts", nil), ("/routed", nil)] as [(String, String?)])
    func head(_ path: String, _ length: String?) async throws {
        let router = TestServer.router()
        router.get("/parts") { _, _ in Self.streamed(["hello"]) }
        router.head("/routed") { _, _ in Self.streamed(["hello"]) }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                try await connection.send("HEAD \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                let response = try await connection.response(toHead: true)
                #expect(response.status == 200)
                if let length { #expect(response["Content-Length"] == length) }
                // The router's own HEAD takes a body of unknown length for an empty one.
                if path == "/routed" { #expect(response["Content-Length"] == nil) }
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("A response behind one to HEAD, in one write of the client's, has its body") func behindHead() async throws {
        let router = TestServer.router()
        router.head("/routed") { _, _ in Self.streamed(["hello"]) }
        router.get("/parts") { _, _ in Self.streamed(["hello"]) }
        try await TestServer.run(router) { server in
            try await server.open { connection in
                let head = "HEAD /routed HTTP/1.1\r\nHost: h\r\n\r\n"
                try await connection.send(
                    "GET / HTTP/1.1\r\nHost: h\r\n\r\n" + head + head
                        + "GET /parts HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                #expect(try await connection.response().body == "hello")
                for _ in 0..<2 { #expect(try await connection.response(toHead: true).status == 200) }
                #expect(try await connection.response(toHead: true)["Transfer-Encoding"] == "chunked")
                #expect(try await connection.rest() == "5\r\nhello\r\n0\r\n\r\n")
            }
        }
    }

    @Test(
        "A target in absolute form reaches the application as its path and query, and an asterisk as it is",
        arguments: [
            ("GET http://h/path?q", "/path?q"), ("GET http://h/a/b?c=%2F&d", "/a/b?c=%2F&d"), ("OPTIONS *", "*"),
        ])
    func targets(_ line: String, _ target: String) async throws {
        let router = Router(context: BasicRequestContext.self)
        for method: HTTPRequest.Method in [.get, .options] {
            router.on("**", method: method) { request, _ in
                "\(request.head.authority ?? "") \(request.head.path ?? "")"
            }
        }
        try await TestServer.run(router) { server in
            let response = try await server.response("\(line) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(response.status == 200)
            #expect(response.body == "h \(target)")
        }
    }

    @Test("A connection that quiesces sends all responses, and says in the last that it closes", arguments: [1, 2])
    func quiescing(_ requests: Int) throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(String(repeating: Self.request, count: requests))
        pipeline.quiesce()
        for number in 1...requests {
            #expect(pipeline.isOpen)
            try pipeline.respond("hello \(number)")
            let text = try pipeline.sent()
            #expect(text.hasSuffix("hello \(number)"))
            #expect(text.contains("\r\nConnection: close\r\n") == (number == requests))
        }
        #expect(!pipeline.isOpen)
    }

    @Test(
        "A connection that quiesces stays open until its client has read the whole response", arguments: [true, false])
    func quiescingUnread(_ isWrittenBefore: Bool) throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.request)
        pipeline.network.isStalled = true
        if isWrittenBefore { try pipeline.respond() }
        pipeline.quiesce()
        if !isWrittenBefore { try pipeline.respond() }
        #expect(pipeline.isOpen)
        pipeline.network.isStalled = false
        pipeline.channel.flush()
        #expect(try pipeline.sent().hasSuffix("hello"))
        #expect(!pipeline.isOpen)
    }

    @Test("A connection without an open request closes at once when it quiesces", arguments: [0, 1])
    func quiescingIdle(_ requests: Int) throws {
        let pipeline = try TimedPipeline()
        for _ in 0..<requests {
            try pipeline.receive(Self.request)
            try pipeline.respond()
            _ = try pipeline.sent()
        }
        #expect(pipeline.isOpen)
        pipeline.quiesce()
        #expect(!pipeline.isOpen)
        #expect(try pipeline.sent().isEmpty)
    }

    @Test("A short response is one piece, whose bytes count as unsent until its end is sent") func onePiece() throws {
        let budget = ResponseBudget(ResponseBudget.Limits(server: 5))
        let pipeline = try TimedPipeline(budget: budget)
        try pipeline.receive(Self.request)
        pipeline.network.isStalled = true
        try pipeline.respond()
        #expect(budget.isFull)
        pipeline.network.take(pipeline.network.count - 1)
        #expect(budget.isFull)
        pipeline.network.take(1)
        #expect(!budget.isFull)
        #expect(try pipeline.sent().hasSuffix("hello"))
    }

    @Test("A part that is flushed before the end counts as unsent at once, and ends no chunked response")
    func flushedPart() throws {
        let budget = ResponseBudget(ResponseBudget.Limits(server: 5))
        let pipeline = try TimedPipeline(budget: budget)
        try pipeline.receive(Self.request)
        pipeline.network.isStalled = true
        pipeline.channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        pipeline.channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: "hello")), promise: nil)
        #expect(budget.isFull)
        pipeline.network.isStalled = false
        pipeline.channel.flush()
        #expect(!budget.isFull)
        #expect(try pipeline.sent() == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        pipeline.channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        #expect(try pipeline.sent() == "0\r\n\r\n")
    }

    /// A budget is full from its limit on, so a limit of the total and one of a byte more show the exact count.
    @Test(
        "The unsent bytes of a response are counted exactly, and none is left once it is sent",
        arguments: [[5], [10_000, 10_000, 10_000], [16_384], [16_385], [40_000, 1]])
    func count(_ parts: [Int]) throws {
        let total = parts.reduce(0, +)
        for (limit, isFull) in [(total, true), (total + 1, false)] {
            let budget = ResponseBudget(ResponseBudget.Limits(server: limit))
            let pipeline = try TimedPipeline(budget: budget)
            for _ in 0..<3 {
                try pipeline.receive(Self.request)
                pipeline.network.isStalled = true
                pipeline.respond(HTTPResponse(status: .ok), parts.map { String(repeating: "x", count: $0) })
                #expect(budget.isFull == isFull)
                pipeline.network.isStalled = false
                pipeline.channel.flush()
                #expect(!budget.isFull)
                #expect(try pipeline.sent().utf8.count(where: { $0 == UInt8(ascii: "x") }) == total)
            }
        }
    }
}

extension TimedPipeline {
    /// Sends a response whose parts are flushed together.
    fileprivate func respond(_ head: HTTPResponse, _ parts: [String]) {
        channel.write(HTTPResponsePart.head(head), promise: nil)
        for part in parts { channel.write(HTTPResponsePart.body(ByteBuffer(string: part)), promise: nil) }
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    }

    fileprivate func quiesce() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
