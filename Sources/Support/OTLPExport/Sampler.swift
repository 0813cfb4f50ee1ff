import WebSupport

/// Decides which traces are recorded (OpenTelemetry's samplers `ParentBased` and `TraceIdRatioBased`).
package struct Sampler: Sendable, Equatable {
    /// The share of 63 bits' values below which a trace is recorded.
    private let bound: UInt64
    private let obeysParent: Bool

    /// - Parameters:
    ///   - ratio: The share of traces, from 0 to 1.
    ///   - obeysParent: Whether the sampled flag decides for a trace that another program has started.
    package init(ratio: Double, obeysParent: Bool = true) {
        bound = UInt64(min(max(ratio, 0), 1) * 0x1p63)
        self.obeysParent = obeysParent
    }

    /// Whether a span is recorded.
    ///
    /// All programs that use the same ratio decide alike about a trace, because its identifier decides.
    ///
    /// - Parameters:
    ///   - low: The second half of the trace's identifier.
    ///   - parent: The span's parent; `nil` for the first span of a trace.
    func samples(low: UInt64, parent: TraceParent?) -> Bool {
        if obeysParent, let parent { return parent.isSampled }
        return low & (1 << 63 - 1) < bound
    }
}
