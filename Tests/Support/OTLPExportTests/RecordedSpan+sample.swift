import CoreMetrics
import PrometheusExport
import Tracing
import WebSupport

@testable import OTLPExport

extension RecordedSpan {
    /// A span whose name is a number.
    static func sample(_ number: Int) -> RecordedSpan {
        RecordedSpan(
            trace: TraceParent(high: 0x0af7_6519_16cd_43dd, low: 0x8448_eb21_1c80_319c, parent: 7, isSampled: true),
            parent: nil, kind: .server, name: "\(number)", start: 1_800_000_000_000_000_000,
            end: 1_800_000_000_000_000_001, isError: false, attributes: [])
    }
}

extension SpanQueue {
    /// A queue that counts in a registry.
    static func counting(in registry: PrometheusRegistry) -> SpanQueue {
        withMetricsFactory(registry) { SpanQueue() }
    }

    /// Appends spans whose names are their numbers.
    func append(_ numbers: Range<Int>) {
        for number in numbers { append(.sample(number)) }
    }
}

extension PrometheusRegistry {
    /// How many spans were dropped.
    var droppedSpans: Int? {
        text.split(separator: "\n").first { $0.hasPrefix("\(SpanQueue.droppedName) ") }
            .flatMap { Int($0.dropFirst(SpanQueue.droppedName.count + 1)) }
    }
}
