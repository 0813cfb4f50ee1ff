import CurlTransport
import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import InMemoryTracing
import Logging
import MisbehavingProvider
import NIOCore
import NIOPosix
import SiteTesting
import TestSupport
import Testing
import Tracing
import WebSupport

/// The spans that a tracer records of requests to the whole site.
@Suite struct SpanTests {
    /// Runs a site with a tracer and returns the finished spans.
    private static func spans(
        _ options: SiteOptions = SiteOptions(), _ body: @Sendable (Site) async throws -> Void
    ) async throws -> [FinishedInMemorySpan] {
        let tracer = InMemoryTracer()
        try await withTracer(tracer) { try await Site.running(options, body) }
        return tracer.finishedSpans
    }

    @Test("A request's span has those of its calls to the authority, the API and the database")
    func family() async throws {
        try await withDatabase(.sqlite) { database in
            var options = SiteOptions()
            options.database = database
            let spans = try await Self.spans(options) { site in
                let browser = try await site.signedIn()
                _ = try await browser.get("/tasks")
                let call = try #require(site.apiServer.requests.last)
                let name = try #require(HTTPField.Name(InMemoryTracer.traceIDKey))
                #expect(call.headerFields[name] != nil)
                #expect(call.headerFields[.authorization] != nil)
            }
            let signIn = try #require(spans.first { $0.operationName == "GET /auth/openid/return" })
            let page = try #require(spans.last { $0.operationName == "GET /tasks" })
            for span in [signIn, page] { #expect(span.kind == .server && span.parentSpanID == nil) }
            #expect(page.attributes.get("http.route") == "/tasks")
            #expect(page.attributes.get("http.response.status_code") == .int64(200))
            #expect(page.attributes.get("url.scheme") == "http")
            let token = try #require(spans.first { $0.operationName == "POST" && $0.parentSpanID == signIn.spanID })
            #expect(token.kind == .client && token.traceID == signIn.traceID)
            #expect(token.attributes.get("http.response.status_code") == .int64(200))
            #expect(token.attributes.get("server.address") == "127.0.0.1")
            #expect(token.attributes.get("server.port") != nil)
            #expect(token.attributes.get("error.type") == nil && token.status == nil)
            let insert = try #require(spans.first { $0.operationName == "insert sqlite" })
            #expect(insert.parentSpanID == signIn.spanID && insert.kind == .internal)
            #expect(spans.contains { $0.operationName == "GET" && $0.parentSpanID == page.spanID })
        }
    }

    @Test("No span has a query, a code or a token, and a failed call is an error") func secrets() async throws {
        let spans = try await Self.spans { site in
            let browser = try await site.signedIn()
            _ = try await browser.get("/tasks?show=active")
            site.api.respond(always: LoopbackResponse(.internalServerError))
            _ = try await browser.get("/tasks")
            for request in site.provider.requests(at: .token) {
                for value in ["code", "code_verifier", "client_secret"].compactMap({ request[$0] }) {
                    #expect(!Self.texts(Self.current()).contains { $0.contains(value) })
                }
            }
        }
        #expect(spans.count > 5)
        #expect(!Self.texts(spans).contains { $0.contains("?") || $0.contains("show=active") })
        for (name, status) in [("GET", 500), ("GET /tasks", 502)] as [(String, Int64)] {
            let failed = try #require(
                spans.last {
                    $0.operationName == name && $0.attributes.get("http.response.status_code") == .int64(status)
                })
            #expect(failed.status?.code == .error && failed.attributes.get("error.type") == "\(status)")
        }
    }

    @Test("A call without a response is an error of its kind") func unreachable() async throws {
        let tracer = InMemoryTracer()
        try await withTracer(tracer) {
            let client = try CurlClient()
            let url = try #require(HTTPURL("http://127.0.0.1:1/path?secret=1"))
            await #expect(throws: TransportError.self) { try await client.send(TransportRequest(.get, url)) }
        }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.status?.code == .error && span.attributes.get("error.type") == "unreachable")
        #expect(span.attributes.get("url.full") == "http://127.0.0.1:1/path")
        #expect(!Self.texts([span]).contains { $0.contains("secret") })
    }

    @Test("An error that a handler throws is the status of its response, without the error's text")
    func thrown() async throws {
        struct Failure: Error { let text = "secret" }
        let tracer = InMemoryTracer()
        try await withTracer(tracer) {
            let router = Router(context: BasicRequestContext.self)
            router.add(middleware: RequestSpanMiddleware())
            router.get("/fails/{id}") { _, _ -> Response in throw Failure() }
            let responder = router.buildResponder()
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            for (method, path) in [("GET", "/fails/1"), ("GET", "/absent"), ("MADE-UP", "/absent")] {
                let head = HTTPRequest(
                    method: try #require(HTTPRequest.Method(method)), scheme: "https", authority: "h", path: path)
                _ = try? await responder.respond(
                    to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
                    context: BasicRequestContext(
                        source: ApplicationRequestContextSource(channel: channel, logger: .silent)))
            }
            try await channel.close()
        }
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["GET /fails/{id}", "GET", "HTTP"])
        #expect(
            spans.map { $0.attributes.get("http.response.status_code") } == [.int64(500), .int64(404), .int64(404)])
        #expect(spans.map { $0.attributes.get("error.type") } == ["Failure", nil, nil])
        #expect(spans.map { $0.status?.code } == [.error, nil, nil])
        #expect(spans.map { $0.attributes.get("http.request.method") } == ["GET", "GET", "_OTHER"])
        #expect(!Self.texts(spans).contains { $0.contains("secret") })
    }

    @Test("A client's trace is continued only if a trusted proxy has sent it", arguments: [false, true])
    func trust(isTrusted: Bool) async throws {
        var options = SiteOptions()
        options.trustedProxies = isTrusted ? ["127.0.0.1"].compactMap(AddressRange.init) : []
        // The tests' browser sends by the same client as the site, so its request has the context of a span.
        let spans = try await Self.spans(options) { site in _ = try await site.browser().get("/healthz") }
        let found = try #require(spans.first { $0.operationName == "GET /healthz" })
        let sent = try #require(
            spans.first { span in
                span.kind == .client && Self.texts([span]).contains { $0.contains("/healthz") }
            })
        #expect((found.parentSpanID == sent.spanID) == isTrusted)
        #expect((found.traceID == sent.traceID) == isTrusted)
    }

    /// The spans so far.
    private static func current() -> [FinishedInMemorySpan] {
        (InstrumentationSystem.tracer as? InMemoryTracer)?.finishedSpans ?? []
    }

    /// All texts of spans.
    private static func texts(_ spans: [FinishedInMemorySpan]) -> [String] {
        spans.flatMap { span in
            var texts = [span.operationName] + span.errors.map { "\($0.error)" }
            span.attributes.forEach { texts.append("\($0)=\($1)") }
            return texts
        }
    }
}
