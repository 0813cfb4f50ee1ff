import CurlTransport
import Logging
import OTLPExport
import Tracing

/// The traces of `serve`.
struct Traces: Sendable {
    private let settings: TracesSettings
    private let queue = SpanQueue()

    /// - Returns: `nil` if no setting says where traces go.
    init?(_ configuration: Configuration) {
        guard let settings = configuration.traces else { return nil }
        self.settings = settings
    }

    /// Records spans from now on.
    ///
    /// To be called once in a process, before the objects are made that record spans: each looks for a tracer then.
    func bootstrap() {
        InstrumentationSystem.bootstrap(OTLPTracer(queue: queue, sampler: settings.sampler))
    }

    /// The service that sends the spans.
    func exporter(over transport: CurlClient, logger: Logger) -> SpanExporter {
        SpanExporter(
            queue: queue, endpoint: settings.endpoint, headerFields: settings.headerFields,
            resource: settings.resource, scope: ("latchkey", Version.text), transport: transport.withoutSpans
        ) { change in
            switch change {
            case .failed(let reason):
                ProgramEvent.tracesFailed.log(
                    to: logger, "traces can't be sent; they are dropped meanwhile", ["reason": "\(reason)"])
            case .recovered: ProgramEvent.tracesRecovered.log(to: logger, "traces are sent again")
            }
        }
    }
}
