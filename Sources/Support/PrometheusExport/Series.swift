import CoreMetrics
import Synchronization

/// The values of one name and one set of labels.
///
/// All changes are atomic, so that requests never wait for each other or for a scrape.
protocol Series: AnyObject, Sendable {
    func write(_ name: String, _ labels: String, to text: inout PrometheusText)
}

final class CounterSeries: Series, CounterHandler {
    private let count = Atomic<Int64>(0)

    /// A counter never falls, so a negative amount counts as none.
    func increment(by amount: Int64) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        text.add(name, labels, Double(count.load(ordering: .relaxed)))
    }
}

final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    private let value = AtomicNumber()

    func set(_ value: Int64) { self.value.set(Double(value)) }
    func set(_ value: Double) { self.value.set(value) }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
    func increment(by amount: Double) { value.add(amount) }
    func decrement(by amount: Double) { value.add(-amount) }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        text.add(name, labels, value.current)
    }
}

final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    private final class Bucket: Sendable {
        let count = Atomic<Int64>(0)
    }

    private let bounds: [Double]
    /// One for each bound, and one for greater values.
    private let buckets: [Bucket]
    private let sum = AtomicNumber()

    init(bounds: [Double]) {
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Bucket() }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(max(0, duration)) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        buckets[index].count.wrappingAdd(1, ordering: .relaxed)
        sum.add(value)
    }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        var count: Int64 = 0
        let separator = labels.isEmpty ? "" : ","
        for (index, bucket) in buckets.enumerated() {
            count += bucket.count.load(ordering: .relaxed)
            let bound = PrometheusText.number(index < bounds.count ? bounds[index] : .infinity)
            text.add("\(name)_bucket", "\(labels)\(separator)le=\"\(bound)\"", Double(count))
        }
        text.add("\(name)_sum", labels, sum.current)
        // The sum of the buckets as they were read, so that the two agree.
        text.add("\(name)_count", labels, Double(count))
    }
}

final class ReadSeries: Series {
    private let read: @Sendable () -> Double?

    init(_ read: @escaping @Sendable () -> Double?) { self.read = read }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        if let value = read() { text.add(name, labels, value) }
    }
}

/// A number that is changed atomically.
private struct AtomicNumber: ~Copyable {
    private let bits = Atomic<UInt64>(Double(0).bitPattern)

    var current: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (isExchanged, found) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if isExchanged { return }
            old = found
        }
    }
}
