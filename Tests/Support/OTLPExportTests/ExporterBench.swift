import CurlTransport
import HTTPTransport
import HTTPTypes
import PrometheusExport
import Synchronization
import TestSupport

@testable import OTLPExport

/// An exporter with a collector, and what it has reported.
final class ExporterBench: Sendable {
    /// Short pauses; spans are sent only if there are enough for a request.
    static let times = SpanExporter.Times(
        batch: .seconds(3600), firstPause: .milliseconds(1), longestPause: .milliseconds(10))

    let queue: SpanQueue
    let collector: TraceCollector
    let exporter: SpanExporter
    private let registry = PrometheusRegistry()
    private let client: CurlClient
    private let transport: CountingTransport
    private let reported: ReportedChanges

    /// - Parameters:
    ///   - url: `nil` for the collector's.
    ///   - respond: The collector's response, by the request's number from 1 on.
    init(
        _ times: SpanExporter.Times = ExporterBench.times, url: HTTPURL? = nil, headerFields: HTTPFields = [:],
        _ respond: @escaping @Sendable (Int) async -> LoopbackResponse = { _ in .json("{}") }
    ) async throws {
        let reported = ReportedChanges()
        self.reported = reported
        queue = .counting(in: registry)
        collector = try await .start(respond)
        client = try CurlClient()
        transport = CountingTransport(base: client.withoutSpans)
        exporter = SpanExporter(
            queue: queue, endpoint: try url ?? collector.url, headerFields: headerFields,
            request: ExportRequest(resource: [("service.name", "tests")], scope: ("tests", "1")),
            transport: transport, times: times, report: { reported.add($0) })
    }

    /// What the exporter has reported so far.
    var changes: [SpanExporter.Change] { reported.changes.withLock { $0 } }
    var droppedSpans: Int? { registry.droppedSpans }
    /// The names of the spans that the collector got, in their order.
    var names: [String] { get throws { try collector.spans().map(\.name) } }

    /// Runs a body while the exporter runs.
    func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.exporter.run() }
            try await body()
            // A request that is cancelled before its response would count as a failure.
            try await eventually { self.transport.ended.withLock { $0 } >= self.collector.requests.count }
            group.cancelAll()
        }
        await client.shutDown()
        await collector.stop()
    }
}

/// Counts the requests that have ended.
private final class CountingTransport: Transport {
    let ended = Mutex(0)
    private let base: any Transport

    init(base: any Transport) { self.base = base }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        defer { ended.withLock { $0 += 1 } }
        return try await base.send(request)
    }
}

private final class ReportedChanges: Sendable {
    let changes = Mutex<[SpanExporter.Change]>([])

    func add(_ change: SpanExporter.Change) { changes.withLock { $0.append(change) } }
}
