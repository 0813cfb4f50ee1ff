import HTTPTypes
import SiteTesting
import TestSupport
import Testing

/// The program with `tracesEndpoint`.
@Suite struct TracingProgramTests {
    @Test("serve sends its spans to the collector, the last of them before it ends, and counts what it drops")
    func program() async throws {
        let collector = try await TraceCollector.start()
        try await AdminProgram.running(["--traces-endpoint", "http://127.0.0.1:\(collector.port)"]) { program in
            #expect(try await program.web.throughProvider("/sign-in", AdminProgram.user).status == 200)
            let scrape = try await program.scrape()
            #expect(scrape["latchkey_spans_dropped_total"] == 0)
        }
        let spans = try collector.spans()
        let page = try #require(spans.last { $0.name == "GET /tasks" })
        #expect(page.resource["service.name"] == "latchkey" && page.resource["service.version"] == "0.1.0")
        #expect(page.resource["telemetry.sdk.language"] == "swift")
        #expect(spans.contains { $0.parentSpanID == page.spanID && $0.kind == 3 })
        #expect(spans.contains { $0.name == "GET /auth/openid/return" && $0.kind == 2 })
        #expect(!spans.contains { $0.attributes["server.port"] == "\(collector.port)" })
        await collector.stop()
    }

    @Test("An unreachable collector harms neither a page nor the stop") func unreachable() async throws {
        let port = try await FreePort.find()
        try await AdminProgram.running(["--traces-endpoint", "http://127.0.0.1:\(port)"]) { program in
            let page = try await program.web.throughProvider("/sign-in", AdminProgram.user)
            #expect(page.status == 200)
            for _ in 0..<5 { #expect(try await program.web.get("/tasks").status == 200) }
        }
    }
}
