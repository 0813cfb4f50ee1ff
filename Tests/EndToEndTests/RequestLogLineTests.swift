import HTTPTransport
import HTTPTypes
import Logging
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The log's line of a request to the whole site.
@Suite struct RequestLogLineTests {
    private static let traceParent = HTTPField.Name("traceparent")

    @Test("A request's line has its route, and the identifiers that its calls have") func signedIn() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.get("/tasks")
            let line = try #require(site.log.requests(at: "/tasks").last)
            #expect(line["method"] == "GET" && line["route"] == "/tasks" && line["status"] == "200")
            #expect(line["bytes"] == "\(page.body.count)" && line["client"] == "127.0.0.1")
            let call = try #require(site.apiServer.requests.last)
            let sent = try #require(Self.traceParent.flatMap { call.headerFields[$0] })
            #expect(sent.dropFirst(3).prefix(32) == line["trace"] ?? "")
            let served = site.log.entries.last { $0.message == "request" && $0.fields["client"] == nil }
            #expect(served?.fields["trace"] == line["trace"])
            #expect(line["correlation"] != nil)
            #expect(HTTPField.Name("X-Correlation-ID").flatMap { call.headerFields[$0] } == line["correlation"])
            let token = try #require(site.provider.requests(at: .token).last)
            let redirect = try #require(site.log.requests(at: "/auth/openid/return").last)
            let received = try #require(Self.traceParent.flatMap { token.headerFields[$0] })
            #expect(received.dropFirst(3).prefix(32) == redirect["trace"] ?? "")
        }
    }

    @Test("All requests of a session have one name for it, from the sign-in to the sign-out; others have none")
    func session() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.get("/tasks")
            _ = try await browser.signOut()
            let names = ["/auth/openid/return", "/tasks", "/sign-out"].map {
                site.log.requests(at: $0).last?["session"]
            }
            #expect(names.first??.wholeMatch(of: /[0-9a-f]{12}/) != nil)
            #expect(Set(names).count == 1)
            #expect(site.log.requests(at: "/sign-in").last?["session"] == nil)
            _ = try await site.signedIn().get("/tasks")
            #expect(site.log.requests(at: "/tasks").last?["session"] != names[1])
        }
    }

    @Test("Files, probes and unknown paths have routes that don't grow with what clients request")
    func routes() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.get("/tasks")
            let style = try #require(page.text.firstMatch(of: /\/assets\/[a-z]+-[0-9a-f]{8}\.css/)).0
            for path in ["/healthz", "/nowhere/at/all", String(style), "/tasks/1234/edit"] {
                _ = try await browser.get(path)
            }
            let routes = Set(site.log.entries.filter { $0.message == "request" }.compactMap { $0.fields["route"] })
            #expect(routes.isSuperset(of: ["/healthz", "unknown", "/assets/{file}"]))
            #expect(!routes.contains { $0.contains("1234") || $0.contains("nowhere") })
            let unknown = try #require(site.log.requests(at: "/nowhere/at/all").last)
            #expect(site.log.entries.count { $0.fields["correlation"] == unknown["correlation"] } == 1)
        }
    }

    @Test("A browser's trace and forwarded address are ignored, and a trusted proxy's are believed") func trace()
        async throws
    {
        for isTrusted in [false, true] {
            try await Site.running(changing: {
                $0.trustedProxies = isTrusted ? ["127.0.0.1"].compactMap(AddressRange.init) : []
            }) { site in
                let browser = try await site.signedIn()
                let name = try #require(Self.traceParent), trace = "0af7651916cd43dd8448eb211c80319c"
                let received = "00-\(trace)-b7ad6b7169203331-01"
                let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
                _ = try await browser.get(
                    "/tasks", headers: [name: received, forwarded: "192.0.2.60"])
                let sent = try #require(site.apiServer.requests.last?.headerFields[name])
                #expect(isTrusted ? sent == received : !sent.contains(trace) && !sent.contains("b7ad6b7169203331"))
                let line = try #require(site.log.requests(at: "/tasks").last)
                #expect((line["trace"] == trace) == isTrusted)
                #expect(line["client"] == (isTrusted ? "192.0.2.60" : "127.0.0.1"))
            }
        }
    }
}
