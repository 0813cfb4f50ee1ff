import Synchronization
package import Tracing
import WebSupport

/// A span of ``OTLPTracer``, which is sent once it has ended.
///
/// Events, links, the texts of errors and the message of the status are dropped, because they may have anything in
/// them.
package final class OTLPSpan: Tracing.Span {
    /// What is known when a span starts that is recorded.
    struct Start: Sendable {
        let trace: TraceParent
        let parent: UInt64?
        let kind: SpanKind
        let nanoseconds: UInt64
        let queue: SpanQueue
    }

    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        var isError = false
        var hasEnded = false
    }

    package let context: InstrumentationContext
    /// `nil` if the span isn't recorded.
    private let start: Start?
    private let state: Mutex<State>

    init(_ name: String, _ context: InstrumentationContext, start: Start?) {
        self.context = context
        self.start = start
        state = Mutex(State(name: name, hasEnded: start == nil))
    }

    package var isRecording: Bool { state.withLock { !$0.hasEnded } }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { if !$0.hasEnded { $0.attributes = newValue } } }
    }

    package func setStatus(_ status: SpanStatus) {
        state.withLock { $0.isError = status.code == .error }
    }

    package func addEvent(_ event: SpanEvent) {}

    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {}

    package func addLink(_ link: SpanLink) {}

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard let start, let ended = takeEnd() else { return }
        start.queue.append(
            RecordedSpan(
                trace: start.trace, parent: start.parent, kind: start.kind, name: ended.name,
                // The system's clock may have been set back meanwhile.
                start: start.nanoseconds, end: max(start.nanoseconds, instant().nanosecondsSinceEpoch),
                isError: ended.isError,
                attributes: RecordedSpan.attributeNames.enumerated().compactMap { index, name in
                    ended.attributes.get(name).flatMap(RecordedSpan.Value.init).map { (index, $0) }
                }))
    }

    /// The state at the end; `nil` if the span has ended before.
    private func takeEnd() -> State? {
        state.withLock { state in
            if state.hasEnded { return nil }
            defer { state.hasEnded = true }
            return state
        }
    }
}
