import CoreMetrics
import HTTPTypes
import Hummingbird
import PrometheusExport
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct ServerMetricsTests {
    private let registry = PrometheusRegistry()

    private func metrics() -> ServerMetrics { withMetricsFactory(registry) { ServerMetrics() } }

    /// How often a request of that method, route and status was counted.
    private func count(_ method: String, _ route: String, _ status: Int) -> String? {
        let name = "http_server_request_duration_seconds_count"
        let labels =
            #"http_request_method="\#(method)",http_response_status_code="\#(status)",http_route="\#(route)""#
        return value("\(name){\(labels)}")
    }

    private func value(_ series: String) -> String? {
        registry.text.split(separator: "\n").first { $0.hasPrefix(series + " ") }.map {
            String($0.dropFirst(series.count + 1))
        }
    }

    private func request(_ line: String, to server: TestServer, is status: Int) async throws {
        let response = try await server.response("\(line) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(response.status == status, "\(line)")
    }

    @Test("A request counts with its method, the pattern of its route and its status") func labels() async throws {
        try await TestServer.run(metrics: metrics()) { server in
            for id in ["1", "a-user@example.com"] {
                try await request("DELETE /items/\(id)?code=secret", to: server, is: 200)
            }
            try await request("GET /", to: server, is: 200)
            try await request("GET /items/1", to: server, is: 405)
        }
        #expect(count("DELETE", "/items/{id}", 200) == "2")
        #expect(count("GET", "/", 200) == "1")
        #expect(count("GET", "/items/{id}", 405) == "1")
        #expect(!registry.text.contains("user") && !registry.text.contains("secret"))
    }

    @Test("A path without a route counts as unknown, and so does each 404") func unknownRoutes() async throws {
        let router = TestServer.router()
        router.get("/missing/{id}") { _, _ -> String in throw HTTPError(.notFound) }
        try await TestServer.run(router, metrics: metrics()) { server in
            for path in ["/nowhere", "/else/where", "/missing/7"] {
                try await request("GET \(path)", to: server, is: 404)
            }
        }
        #expect(count("GET", "unknown", 404) == "3")
        #expect(!registry.text.contains("/missing") && !registry.text.contains("where"))
    }

    @Test("Methods that the server doesn't know count as one") func methods() async throws {
        try await TestServer.run(metrics: metrics()) { server in
            for method in ["PROPFIND", "MKCOL"] { try await request("\(method) /", to: server, is: 405) }
        }
        #expect(count("_OTHER", "/", 405) == "2")
        #expect(!registry.text.contains("PROPFIND"))
    }

    @Test("A request that fails unforeseen is a 500 of its route") func faults() async throws {
        struct Unforeseen: Error {}
        let router = TestServer.router()
        router.get("/fault") { _, _ -> String in throw Unforeseen() }
        try await TestServer.run(router, metrics: metrics()) { server in
            try await request("GET /fault", to: server, is: 500)
        }
        #expect(count("GET", "/fault", 500) == "1")
    }

    @Test("A request for another host counts, too") func hosts() async throws {
        try await TestServer.run(hosts: .loopback, metrics: metrics()) { server in
            try await request("GET /", to: server, is: 421)
        }
        #expect(count("GET", "unknown", 421) == "1")
    }

    @Test("Connections and requests count for as long as they last") func gauges() async throws {
        let gate = Gate()
        let router = TestServer.router()
        router.get("/slow") { _, _ in
            await gate.pass()
            return "done"
        }
        try await TestServer.run(router, metrics: metrics()) { server in
            #expect(value("http_server_connections") == "0")
            try await server.open { connection in
                try await connection.send("GET /slow HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                await gate.waitForArrival()
                #expect(value("http_server_connections") == "1")
                #expect(value("http_server_active_requests") == "1")
                #expect(count("GET", "/slow", 200) == nil)
                gate.open()
                #expect(try await connection.response().body == "done")
            }
        }
        #expect(value("http_server_connections") == "0")
        #expect(value("http_server_active_requests") == "0")
        #expect(count("GET", "/slow", 200) == "1")
    }
}
