import CurlTransport
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The traces of requests to the whole site, as a collector gets them.
@Suite(.timeLimit(.minutes(2))) struct TraceExportTests {
    private static let traceParent = HTTPField.Name("traceparent")
    private static let trace = "0af7651916cd43dd8448eb211c80319c", parent = "b7ad6b7169203331"

    @Test("A sign-in and a page are a server's span each, with those of their calls as children")
    func family() async throws {
        try await withDatabase(.sqlite) { database in
            var options = SiteOptions()
            options.database = database
            try await TracedSite.running(options) { traced in
                let site = traced.site
                let browser = try await site.signedIn()
                try await browser.tasks("/tasks?show=active")
                let spans = try await traced.spans()
                #expect(Set(spans.map(\.spanID)).count == spans.count)

                let page = try #require(spans.last { $0.name == "GET /tasks" })
                #expect(page.kind == 2 && page.parentSpanID == nil && !page.isError)
                #expect(
                    page.attributes == [
                        "http.request.method": "GET", "http.route": "/tasks", "http.response.status_code": "200",
                        "url.scheme": "http",
                    ])
                #expect(page.resource["service.name"] == "latchkey")
                let call = try #require(spans.first { $0.parentSpanID == page.spanID })
                #expect(call.kind == 3 && call.name == "GET" && call.traceID == page.traceID)
                #expect(
                    call.attributes == [
                        "http.request.method": "GET", "http.response.status_code": "200",
                        "server.address": "127.0.0.1", "server.port": "\(site.apiServer.port)",
                    ])
                #expect(page.start <= call.start && call.end <= page.end)
                let sent = try #require(site.apiServer.requests.last)
                #expect(
                    Self.traceParent.flatMap { sent.headerFields[$0] } == "00-\(page.traceID)-\(call.spanID)-01")

                let signIn = try #require(spans.first { $0.name == "GET /auth/openid/return" })
                #expect(signIn.kind == 2 && signIn.attributes["http.response.status_code"] == "303")
                let children = spans.filter { $0.parentSpanID == signIn.spanID }
                #expect(children.allSatisfy { $0.traceID == signIn.traceID })
                #expect(children.allSatisfy { ($0.kind == 3) == ($0.attributes["http.request.method"] != nil) })
                #expect(children.contains { $0.name == "POST" && $0.attributes["server.address"] == "127.0.0.1" })
                let insert = try #require(children.first { $0.name == "insert sqlite" })
                #expect(insert.kind == 1)
                #expect(insert.attributes == ["db.system.name": "sqlite", "db.operation.name": "insert"])

                for (path, span) in [("/tasks", page), ("/auth/openid/return", signIn)] {
                    #expect(site.log.requests(at: path).last?["trace"] == span.traceID)
                }
            }
        }
    }

    @Test("A failed call is an error in its span, and so is the page that it causes")
    func errors() async throws {
        try await TracedSite.running { traced in
            let browser = try await traced.site.signedIn()
            traced.site.api.respond(always: LoopbackResponse(.internalServerError))
            _ = try await browser.get("/tasks")
            let spans = try await traced.spans()
            let page = try #require(spans.last { $0.name == "GET /tasks" })
            #expect(page.isError && page.attributes["error.type"] == "502")
            let call = try #require(spans.last { $0.parentSpanID == page.spanID })
            #expect(call.isError && call.attributes["error.type"] == "500")
        }
    }

    @Test("No byte of any span has a token, a query, a name, an e-mail address, a text or an id")
    func secrets() async throws {
        try await TracedSite.running { traced in
            let site = traced.site
            let browser = try await site.signedIn()
            var form = try #require(try await browser.tasks("/tasks?show=all&secret=query").form(to: "/tasks"))
            form.fields["task"] = "a task of mine"
            let list = try await browser.arrive(from: try await browser.submit(form))
            let task = try #require(list.taskIDs.first)
            _ = try await browser.post("/tasks/\(task)", FormBody([("completed", "true"), ("csrf", list.csrf ?? "")]))
            let sessions = try await browser.get("/sessions")
            let session = try #require(sessions.text.firstMatch(of: #/\/sessions\/([^\/"]+)\/end/#)).1
            _ = try await browser.get("/claims")
            _ = try await browser.get("/nowhere/at-all")
            _ = try await browser.signOut()

            var secrets = [task, String(session), "a task of mine", "at-all", "query", form.fields["csrf"] ?? ""]
            let user = ScriptedUser.alice
            secrets += [user.subject, user.objectID ?? "", user.name ?? ""] + user.emails
            for request in site.provider.requests {
                secrets += ["code", "code_verifier", "refresh_token", "client_secret", "state", "id_token_hint"]
                    .compactMap { request[$0] }
                secrets += [request.bearer].compactMap(\.self)
            }
            secrets += site.provider.idTokens
            secrets += browser.pages.flatMap(\.cookies).map(\.value)
            secrets += site.log.requests(at: "/tasks").compactMap { $0["session"] }
            secrets += site.log.entries.compactMap { $0.fields["user"] }

            let spans = try await traced.spans()
            for name in ["GET /tasks", "POST /tasks", "POST /tasks/{id}", "GET /sessions", "POST /sign-out", "GET"] {
                #expect(spans.contains { $0.name == name }, "\(name)")
            }
            let sent = SearchedText(traced.bodies)
            let sought = Set(secrets.filter { $0.count > 3 })
            #expect(sought.count > 15)
            for secret in sought { #expect(!sent.contains(secret), "\(secret)") }
            for mark in ["?", "@", "url.full", "url.path"] { #expect(!sent.contains(mark), "\(mark)") }
        }
    }

    @Test(
        "A foreign trace is continued only from a trusted proxy, whose flag decides whether it is recorded",
        arguments: [true, false], [true, false])
    func foreign(isTrusted: Bool, isSampled: Bool) async throws {
        var options = SiteOptions()
        options.trustedProxies = isTrusted ? ["127.0.0.1"].compactMap(AddressRange.init) : []
        try await TracedSite.running(options, ratio: isTrusted && isSampled ? 0 : 1) { traced in
            let site = traced.site
            let name = try #require(Self.traceParent)
            let url = try #require(HTTPURL("\(site.url)/healthz"))
            let field = "00-\(Self.trace)-\(Self.parent)-0\(isSampled ? 1 : 0)"
            let response = try await site.transport.withoutSpans.send(
                TransportRequest(.get, url, headerFields: [name: field]))
            #expect(response.status == .ok)
            let logged = try #require(site.log.requests(at: "/healthz").last?["trace"])
            #expect((logged == Self.trace) == isTrusted)
            if isTrusted && isSampled {
                // A new trace isn't recorded here, so there is no last one to wait for.
                try await traced.collector.waitForSpan("GET /healthz")
            }
            let spans = try await isTrusted && isSampled ? traced.collector.spans() : traced.spans()
            let span = spans.first { $0.name == "GET /healthz" }
            #expect((span != nil) == (isSampled || !isTrusted))
            guard let span else { return }
            #expect(span.traceID == logged && span.parentSpanID == (isTrusted ? Self.parent : nil))
        }
    }

    @Test("A request that isn't sampled has a trace in the log, and passes it on with the flag 00")
    func unsampled() async throws {
        try await TracedSite.running(ratio: 0) { traced in
            let browser = try await traced.site.signedIn()
            try await browser.tasks()
            let logged = try #require(traced.site.log.requests(at: "/tasks").last?["trace"])
            let call = try #require(traced.site.apiServer.requests.last)
            let field = try #require(Self.traceParent.flatMap { call.headerFields[$0] })
            #expect(field.hasPrefix("00-\(logged)-") && field.hasSuffix("-00"))
            #expect(traced.collector.requests.isEmpty)
        }
    }

    @Test("No page waits for a collector that hangs") func hangs() async throws {
        let gate = Gate()
        try await TracedSite.running(collector: { _ in
            await gate.pass()
            return .json("{}")
        }) { traced in
            let browser = try await traced.site.signedIn()
            try await eventually { traced.collector.requests.count == 1 }
            for _ in 0..<20 { try await browser.tasks() }
            #expect(traced.collector.requests.count == 1)
            gate.open()
            let spans = try await traced.spans()
            #expect(spans.count { $0.name == "GET /tasks" } == 20)
        }
    }
}
