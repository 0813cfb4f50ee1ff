import HTTPTypes
import InMemoryTracing
import MisbehavingProvider
import TestSupport
import Testing
import Tracing
import WebServing

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
            let token = try #require(spans.first { $0.operationName == "POST" && $0.parentSpanID == signIn.spanID })
            #expect(token.kind == .client && token.traceID == signIn.traceID)
            #expect(token.attributes.get("http.response.status_code") == .int64(200))
            let insert = try #require(spans.first { $0.operationName == "insert sqlite" })
            #expect(insert.parentSpanID == signIn.spanID && insert.kind == .client)
            #expect(spans.contains { $0.operationName == "GET" && $0.parentSpanID == page.spanID })
        }
    }

    @Test("No span has a query, a code or a token, and a failed call is an error") func secrets() async throws {
        let spans = try await Self.spans { site in
            let browser = try await site.signedIn()
            _ = try await browser.get("/tasks?show=active")
            site.api.answer(always: Reply(.internalServerError))
            _ = try await browser.get("/tasks")
            for request in site.provider.requests(at: .token) {
                for value in ["code", "code_verifier", "client_secret"].compactMap({ request[$0] }) {
                    #expect(!Self.texts(Self.current()).contains { $0.contains(value) })
                }
            }
        }
        #expect(spans.count > 5)
        #expect(!Self.texts(spans).contains { $0.contains("?") || $0.contains("show=active") })
        #expect(spans.last { $0.operationName == "GET" }?.status?.code == .error)
        #expect(spans.last { $0.operationName == "GET /tasks" }?.status?.code == .error)
    }

    @Test("A client's trace is continued only if a trusted proxy has sent it", arguments: [false, true])
    func trust(isTrusted: Bool) async throws {
        var options = SiteOptions()
        options.trustedProxies = isTrusted ? ["127.0.0.1"].compactMap(AddressRange.init) : []
        // The tests' browser sends by the same client as the site, so its request has the context of a span.
        let spans = try await Self.spans(options) { site in _ = try await site.browser().get("/healthz") }
        let found = try #require(spans.first { $0.operationName == "GET /healthz" })
        let sent = try #require(spans.first { $0.kind == .client && $0.attributes.get("url.path") == "/healthz" })
        #expect((found.parentSpanID == sent.spanID) == isTrusted)
        #expect((found.traceID == sent.traceID) == isTrusted)
    }

    /// The spans so far.
    private static func current() -> [FinishedInMemorySpan] {
        (InstrumentationSystem.tracer as? InMemoryTracer)?.finishedSpans ?? []
    }

    /// All that spans say.
    private static func texts(_ spans: [FinishedInMemorySpan]) -> [String] {
        spans.flatMap { span in
            var texts = [span.operationName] + span.errors.map { "\($0.error)" }
            span.attributes.forEach { texts.append("\($0)=\($1)") }
            return texts
        }
    }
}
