import HTTPTypes
import ServiceLifecycleTestKit
import TestSupport
import Testing

@testable import OTLPExport

/// The end of the program, with spans that were not sent yet.
@Suite(.timeLimit(.minutes(1))) struct SpanExporterEndTests {
    /// Runs an exporter, and a body that ends it.
    private static func ending(
        _ bench: ExporterBench, _ body: (_ end: @escaping @Sendable () -> Void) async throws -> Void
    ) async throws {
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await bench.exporter.run() }
                try await body { trigger.triggerGracefulShutdown() }
                try await group.waitForAll()
            }
        }
    }

    @Test("The end sends all spans that wait") func flush() async throws {
        let bench = try await ExporterBench()
        bench.queue.append(0..<511)
        try await Self.ending(bench) { end in
            end()
            bench.queue.append(511..<1300)
        }
        #expect(try bench.names == (0..<1300).map { "\($0)" })
        #expect(bench.droppedSpans == 0 && bench.changes.isEmpty)
    }

    @Test("The end waits for the request under way, and sends what has come meanwhile") func underWay() async throws {
        let gate = Gate()
        let bench = try await ExporterBench { _ in
            await gate.pass()
            return .json("{}")
        }
        bench.queue.append(0..<512)
        try await Self.ending(bench) { end in
            await gate.waitForArrival()
            end()
            bench.queue.append(512..<515)
            gate.open()
        }
        #expect(try bench.names == (0..<515).map { "\($0)" })
    }

    @Test("The end tries once more in place of a pause") func pause() async throws {
        let bench = try await ExporterBench {
            $0 == 1 ? LoopbackResponse(.serviceUnavailable, headerFields: [.retryAfter: "300"]) : .json("{}")
        }
        bench.queue.append(0..<512)
        try await Self.ending(bench) { end in
            try await eventually { bench.changes.count == 1 }
            end()
        }
        #expect(bench.collector.requests.count == 2 && bench.droppedSpans == 0)
        #expect(bench.changes.last == .recovered)
    }

    @Test("At the end a failed request isn't sent again") func failure() async throws {
        let bench = try await ExporterBench { _ in LoopbackResponse(.serviceUnavailable) }
        bench.queue.append(0..<3)
        try await Self.ending(bench) { $0() }
        #expect(bench.collector.requests.count == 1 && bench.droppedSpans == 3)
    }

    @Test("The end doesn't wait longer than its time for a collector that hangs") func hang() async throws {
        var times = ExporterBench.times
        times.flush = .milliseconds(50)
        times.request = .seconds(3600)
        let bench = try await ExporterBench(times) { _ in .never }
        bench.queue.append(0..<512)
        try await Self.ending(bench) { end in
            try await bench.collector.waitForRequests(1)
            end()
        }
        #expect(bench.droppedSpans == 512)
        #expect(bench.changes == [.failed(reason: "there was no response before the program ended")])
    }
}
