import FoundationEssentials
package import HTTPTransport
package import HTTPTypes
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Sends the spans of a ``SpanQueue`` to a collector (OTLP over HTTP, in JSON) until the program ends.
///
/// Nothing waits for it, and spans that the collector doesn't get are dropped and counted.
package final class SpanExporter: Service {
    /// A change of the collector's state.
    package enum Change: Sendable, Equatable {
        /// The collector doesn't get spans, or not all of them.
        case failed(reason: String)
        /// It gets all of them again.
        case recovered
    }

    /// The times of the exporter, which tests shorten.
    struct Times: Sendable {
        /// The longest that a span waits until others fill its request.
        var batch = Duration.seconds(5)
        /// The deadline of a request.
        var request = Duration.seconds(10)
        /// The pause after the first failure; it doubles with each further one.
        var firstPause = Duration.seconds(1)
        var longestPause = Duration.seconds(30)
        /// How long the end of the program waits for the spans that are left.
        var flush = Duration.seconds(2)
    }

    /// How often a request is sent at most.
    static let attempts = 5
    /// Maximum size of a response's body, of which only a few words are read.
    private static let maximumResponseBytes = 1 << 16
    /// Maximum length of the collector's words in a report.
    private static let maximumWords = 200

    private let queue: SpanQueue
    private let endpoint: HTTPURL
    private let headerFields: NIOLockedValueBox<HTTPFields>
    private let request: ExportRequest
    private let transport: any Transport
    private let times: Times
    private let report: @Sendable (Change) -> Void

    /// - Parameters:
    ///   - endpoint: The whole URL that spans are posted to.
    ///   - headerFields: Further fields of each request.
    ///   - resource: The attributes of the program, each name once.
    ///   - scope: The name and the version of what records the spans.
    ///   - transport: Sends the requests, and records no span of them.
    ///   - report: Called when the collector starts to fail, and when it has recovered.
    package convenience init(
        queue: SpanQueue, endpoint: HTTPURL, headerFields: HTTPFields, resource: [(name: String, value: String)],
        scope: (name: String, version: String), transport: any Transport,
        report: @escaping @Sendable (Change) -> Void
    ) {
        self.init(
            queue: queue, endpoint: endpoint, headerFields: headerFields,
            request: ExportRequest(resource: resource, scope: scope), transport: transport, times: Times(),
            report: report)
    }

    init(
        queue: SpanQueue, endpoint: HTTPURL, headerFields: HTTPFields, request: ExportRequest,
        transport: any Transport, times: Times, report: @escaping @Sendable (Change) -> Void
    ) {
        self.queue = queue
        self.endpoint = endpoint
        self.headerFields = NIOLockedValueBox(headerFields)
        self.request = request
        self.transport = transport
        self.times = times
        self.report = report
    }

    /// Sends other header fields from now on, as after a change of credentials.
    package func replaceHeaderFields(with fields: HTTPFields) {
        headerFields.withLockedValue { $0 = fields }
    }

    /// Sends spans until the graceful shutdown, and then, for a bounded time, those that are left.
    package func run() async {
        await withTaskGroup { group in
            group.addTask { await self.export() }
            group.addTask {
                try? await gracefulShutdown()
                try? await Task.sleep(for: self.times.flush)
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func export() async {
        var failures = 0
        while !Task.isCancelled {
            await cancelWhenGracefulShutdown { await self.queue.wait(atMost: self.times.batch) }
            let isLast = Task.isShuttingDownGracefully
            let spans = queue.take()
            if !spans.isEmpty {
                await send(request.body(spans), of: spans.count, &failures)
            } else if isLast {
                return
            }
        }
    }

    /// Sends a request until the collector has it, or never will.
    ///
    /// - Parameter failures: How many requests have failed since the last one that the collector accepted.
    private func send(_ body: [UInt8], of count: Int, _ failures: inout Int) async {
        for attempt in 1...Self.attempts {
            switch await outcome(of: body) {
            case .accepted(rejected: 0, _):
                if failures > 0 { report(.recovered) }
                failures = 0
                return
            case .accepted(let rejected, let message):
                queue.drop(min(rejected, count))
                let words = message.isEmpty ? "" : ": \(message.prefix(Self.maximumWords))"
                return fail("the collector rejected \(rejected) spans\(words)", &failures)
            case .refused(let reason):
                queue.drop(count)
                return fail(reason, &failures)
            case .retryable(let seconds, let reason):
                fail(reason, &failures)
                guard attempt < Self.attempts, !Task.isShuttingDownGracefully, !Task.isCancelled else {
                    return queue.drop(count)
                }
                let pause = seconds.map { .seconds($0) } ?? pause(after: failures)
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
            }
        }
    }

    private func outcome(of body: [UInt8]) async -> ExportOutcome {
        var fields = headerFields.withLockedValue { $0 }
        fields[.contentType] = "application/json"
        do {
            let response = try await transport.send(
                TransportRequest(
                    .post, endpoint, headerFields: fields, body: body, timeout: times.request,
                    maximumResponseBytes: Self.maximumResponseBytes))
            return ExportOutcome(response, now: Date())
        } catch {
            return ExportOutcome(error, now: Date())
        }
    }

    /// Counts a failure; the first one is reported, because a line for each would fill the log.
    private func fail(_ reason: String, _ failures: inout Int) {
        if failures == 0 { report(.failed(reason: reason)) }
        failures += 1
    }

    /// Randomized, so that replicas don't send in step.
    private func pause(after failures: Int) -> Duration {
        min(times.firstPause * (1 << min(failures - 1, 16)), times.longestPause) * Double.random(in: 0.5...1)
    }
}
