import CoreMetrics
import CurlTransport
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import PrometheusExport
import SiteTesting
import TestSupport
import Testing

/// The libraries' counts of requests to the authority and the API in a program's metrics backend.
@Suite struct ClientRequestMetricsTests {
    private let registry = PrometheusRegistry()
    private var scrape: Scrape { Scrape(text: registry.text) }

    private func requests(_ peer: String, _ status: Int) -> Double? {
        scrape[
            "http_client_request_duration_seconds_count{http_response_status_code=\"\(status)\",peer=\"\(peer)\"}"]
    }

    @Test("Requests to the authority and the API count by their status, and those without a response as 0")
    func clientRequests() async throws {
        try await registry.running { site in
            let browser = try await site.signedIn()
            #expect(try #require(requests("authority", 200)) > 2)
            #expect(requests("api", 200) == nil)
            _ = try await browser.tasks()
            #expect(requests("api", 200) == 1)
            site.api.respond(always: LoopbackResponse(.internalServerError))
            #expect(try await browser.get("/tasks").status == 502)
            #expect(requests("api", 500) == 1)
            site.api.respond(always: .drop)
            #expect(try await browser.get("/tasks").status == 502)
            // A list that is cut off is requested once more.
            #expect(requests("api", 0) == 2)
            site.provider.change { $0.code = .fault(.dropped) }
            _ = try await site.browser().signIn()
            #expect(try #require(requests("authority", 0)) >= 1)
        }
    }

    @Test("A cancelled request doesn't count as one without a response") func cancelledRequest() async throws {
        let server = try await LoopbackServer.start { $0.path == "/silent" ? .never : .drop }
        let transport = try CurlClient()
        let api = withMetricsFactory(registry) { ClientRequestMetrics(.api) }
        let send = { @Sendable path in
            try await api.send(TransportRequest(.get, try server.url(path)), through: transport)
        }
        let waiting = Task { try await send("/silent") }
        try await eventually { !server.requests.isEmpty }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(requests("api", 0) == nil)
        await #expect(throws: TransportError.self) { try await send("/dropped") }
        #expect(requests("api", 0) == 1)
        await server.stop()
    }

    @Test("Unusable idle connections count by the reason, from 0") func discardedConnections() async throws {
        let server = try await LoopbackServer.start { _ in LoopbackResponse() }
        let transport = try withMetricsFactory(registry) { try CurlClient() }
        let expect = { (input: Double, closed: Double) in
            #expect(scrape["latchkey_client_connections_discarded_total{reason=\"input\"}"] == input)
            #expect(scrape["latchkey_client_connections_discarded_total{reason=\"closed\"}"] == closed)
        }
        for _ in 0..<2 { _ = try await transport.send(TransportRequest(.get, server.url())) }
        expect(0, 0)
        try await server.sendUnasked("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        _ = try await transport.send(TransportRequest(.post, server.url()))
        expect(1, 0)
        try await server.waitForOpenConnections(1)
        try await server.sendUnasked("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
        await server.closeConnections()
        _ = try await transport.send(TransportRequest(.post, server.url()))
        expect(1, 1)
        await server.stop()
    }
}
