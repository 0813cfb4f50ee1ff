import Encodings
package import Tracing
import WebSupport

/// A tracer whose spans a ``SpanExporter`` sends to a collector.
///
/// Contexts go from program to program as `traceparent` (W3C Trace Context).
package struct OTLPTracer: Tracer {
    private static let field = "traceparent"

    private let queue: SpanQueue
    private let sampler: Sampler

    /// - Parameter queue: Holds the spans until they are sent.
    package init(queue: SpanQueue, sampler: Sampler) {
        self.queue = queue
        self.sampler = sampler
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> OTLPSpan {
        var context = context()
        let parent = context.traceParent
        let high = parent?.high ?? RandomIdentifier.word()
        let low = parent?.low ?? RandomIdentifier.word()
        let trace = TraceParent(
            high: high, low: low, parent: RandomIdentifier.word(),
            isSampled: sampler.samples(low: low, parent: parent))
        context.traceParent = trace
        guard trace.isSampled else { return OTLPSpan(operationName, context, start: nil) }
        return OTLPSpan(
            operationName, context,
            start: OTLPSpan.Start(
                trace: trace, parent: parent?.parent, kind: kind, nanoseconds: instant().nanosecondsSinceEpoch,
                queue: queue))
    }

    /// Does nothing: spans are sent within seconds, and at the end of the program.
    package func forceFlush() {}

    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        if let trace = extractor.extract(key: Self.field, from: carrier).flatMap(TraceParent.init(continuing:)) {
            context.traceParent = trace
        }
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let trace = context.traceParent { injector.inject(trace.text, forKey: Self.field, into: &carrier) }
    }
}
