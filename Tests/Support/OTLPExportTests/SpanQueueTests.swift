import PrometheusExport
import Testing

@testable import OTLPExport

@Suite(.timeLimit(.minutes(1))) struct SpanQueueTests {
    private let registry = PrometheusRegistry()
    private let queue: SpanQueue

    init() { queue = .counting(in: registry) }

    /// The names of all spans that are left.
    private func rest() -> [String] {
        var names: [String] = []
        while case let spans = queue.take(), !spans.isEmpty { names += spans.map(\.name) }
        return names
    }

    @Test("No more than 2,048 spans wait: each further one drops the oldest, which is counted") func bound() {
        queue.append(0..<2048)
        #expect(registry.droppedSpans == 0)
        queue.append(2048..<2051)
        #expect(registry.droppedSpans == 3)
        #expect(rest() == (3..<2051).map { "\($0)" })
        #expect(registry.droppedSpans == 3, "spans that are taken aren't dropped")
    }

    @Test("Spans are taken in their order, at most 512 at once") func batches() {
        queue.append(0..<600)
        #expect(queue.take().map(\.name) == (0..<512).map { "\($0)" })
        #expect(queue.take().map(\.name) == (512..<600).map { "\($0)" })
        #expect(queue.take().isEmpty)
    }

    @Test("The wait ends as soon as there are 512 spans, whether they come before it or after") func whole() async {
        queue.append(0..<512)
        await queue.wait(atMost: .seconds(3600))
        _ = queue.take()
        async let waited: Void = queue.wait(atMost: .seconds(3600))
        for number in 0..<512 {
            await Task.yield()
            queue.append(.sample(number))
        }
        await waited
        #expect(queue.take().count == 512)
    }

    @Test("The wait ends after its time, and if the task is cancelled") func ends() async {
        queue.append(0..<511)
        await queue.wait(atMost: .milliseconds(1))
        let task = Task { [queue] in await queue.wait(atMost: .seconds(3600)) }
        task.cancel()
        await task.value
        #expect(queue.take().count == 511)
    }
}
