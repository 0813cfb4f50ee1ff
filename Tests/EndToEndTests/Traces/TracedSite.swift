import CurlTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Tracing

@testable import OTLPExport

/// A site whose spans go to a collector, as those of `serve` do.
struct TracedSite: Sendable {
    let site: Site
    let collector: TraceCollector

    /// The texts of all requests to the collector so far.
    var bodies: [String] { collector.requests.map(\.text) }

    /// - Parameter respond: The collector's response to a request.
    static func running(
        _ options: SiteOptions = SiteOptions(), ratio: Double = 1,
        collector respond: @escaping @Sendable (Int) async -> LoopbackResponse = { _ in .json("{}") },
        _ body: @Sendable (TracedSite) async throws -> Void
    ) async throws {
        let collector = try await TraceCollector.start(respond)
        let (queue, transport) = (SpanQueue(), try CurlClient())
        let exporter = SpanExporter(
            queue: queue, endpoint: try collector.url, headerFields: [:],
            request: ExportRequest(resource: [("service.name", "latchkey")], scope: ("latchkey", "1")),
            transport: transport, times: SpanExporter.Times(batch: .milliseconds(20)), report: { _ in })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await exporter.run() }
            try await withTracer(OTLPTracer(queue: queue, sampler: Sampler(ratio: ratio))) {
                try await Site.running(options) {
                    try await body(TracedSite(site: $0, collector: collector))
                }
            }
            group.cancelAll()
        }
        await transport.shutDown()
        await collector.stop()
    }

    /// The spans of all requests so far.
    func spans() async throws -> [CollectedSpan] {
        let last = "the last span of the test \(collector.requests.count)"
        InstrumentationSystem.tracer.startSpan(last, context: .topLevel).end()
        try await collector.waitForSpan(last)
        return try collector.spans().filter { $0.name != last }
    }
}
