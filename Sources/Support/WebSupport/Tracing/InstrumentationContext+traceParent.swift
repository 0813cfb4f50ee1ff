package import Tracing

extension InstrumentationContext {
    private enum TraceParentKey: InstrumentationContextKey {
        typealias Value = TraceParent
    }

    /// The place in a trace: that of the context's span, or the one that a request's sender names.
    ///
    /// Tracers that don't use `traceparent` have none.
    package var traceParent: TraceParent? {
        get { self[TraceParentKey.self] }
        set { self[TraceParentKey.self] = newValue }
    }
}
