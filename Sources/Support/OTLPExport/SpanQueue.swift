import CoreMetrics
import DequeModule
import NIOConcurrencyHelpers

/// The spans that wait to be sent; if there are too many, the oldest are dropped and counted.
package final class SpanQueue: Sendable {
    /// The counter of spans that no collector got.
    package static let droppedName = "latchkey_spans_dropped_total"
    /// Maximum number of waiting spans; each takes less than 500 bytes.
    static let capacity = 2048
    /// How many spans a request has at most; as soon as so many wait, they are sent.
    static let batch = 512

    private struct State {
        var spans: Deque<RecordedSpan> = []
        /// The task that waits for a batch.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = NIOLockedValueBox(State())
    private let dropped: Counter

    /// Counts at the metrics' backend of the process.
    package init() {
        dropped = Counter(label: Self.droppedName)
    }

    /// Adds a span; never waits.
    func append(_ span: RecordedSpan) {
        let (isFull, waiter) = state.withLockedValue { state in
            let isFull = state.spans.count == Self.capacity
            if isFull { state.spans.removeFirst() }
            state.spans.append(span)
            guard state.spans.count >= Self.batch else { return (isFull, nil as CheckedContinuation<Void, Never>?) }
            defer { state.waiter = nil }
            return (isFull, state.waiter)
        }
        waiter?.resume()
        if isFull { drop(1) }
    }

    /// Counts spans as dropped.
    func drop(_ count: Int) {
        dropped.increment(by: count)
    }

    /// Takes the oldest spans, as many as a request may have.
    func take() -> [RecordedSpan] {
        state.withLockedValue { state in
            let taken = Array(state.spans.prefix(Self.batch))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    /// Returns once there is a whole batch, after a time, or if the task is cancelled.
    func wait(atMost time: Duration) async {
        await withTaskGroup { group in
            group.addTask { await self.waitForBatch() }
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForBatch() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWait = state.withLockedValue { state in
                    // A cancellation before this has found no waiter.
                    if state.spans.count >= Self.batch || Task.isCancelled { return false }
                    state.waiter = continuation
                    return true
                }
                if !mayWait { continuation.resume() }
            }
        } onCancel: {
            state.withLockedValue { state in
                defer { state.waiter = nil }
                return state.waiter
            }?.resume()
        }
    }
}
