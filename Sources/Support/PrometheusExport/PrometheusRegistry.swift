package import CoreMetrics
import Synchronization

/// Stores a process's metrics in memory, and writes them in Prometheus's text format.
///
/// A metric's label is its name, and its dimensions are its labels. Counters become counters, meters and recorders
/// without aggregation gauges, timers and other recorders histograms. A timer's unit is the second.
package final class PrometheusRegistry: MetricsFactory {
    /// A metric's metadata for Prometheus.
    package struct Description: Sendable {
        let name: String
        let kind: Kind
        let help: String

        /// - Parameter help: One line on the metric's meaning.
        package init(_ name: String, _ kind: Kind, _ help: String) {
            self.name = name
            self.kind = kind
            self.help = help
        }
    }

    /// The type of a metric.
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// The upper bounds of a histogram's buckets, in seconds.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// All series of one name.
    private struct Family {
        let kind: Kind
        var help: String?
        /// By their labels, as they are written.
        var series: [String: any Series] = [:]
    }

    private let families: Mutex<[String: Family]>

    /// A registry in which some metrics are described; they are written also while they have no series.
    package init(_ descriptions: [Description] = []) {
        var families: [String: Family] = [:]
        for description in descriptions {
            families[description.name] = Family(kind: description.kind, help: description.help)
        }
        self.families = Mutex(families)
    }

    /// Adds a metric whose value is read when the metrics are written.
    ///
    /// - Parameter read: The value; `nil` if this system doesn't report it.
    package func add(_ description: Description, reading read: @escaping @Sendable () -> Double?) {
        families.withLock {
            $0[description.name] = Family(
                kind: description.kind, help: description.help, series: ["": ReadSeries(read)])
        }
    }

    /// The metrics, in version 0.0.4 of the format.
    package var text: String {
        let families = families.withLock { $0 }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.begin(name, family.kind, help: family.help)
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(name, labels, to: &text)
            }
        }
        return text.text
    }

    /// The series of a name and labels, which is made if there is none.
    ///
    /// If the name has another kind, the new series isn't written, because one of the two would be unreadable.
    private func series<Cell: Series>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> Cell
    ) -> Cell {
        let (name, labels) = (PrometheusText.name(label), PrometheusText.labels(dimensions))
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            guard family.kind == kind else { return make() }
            if let known = family.series[labels] { return known as? Cell ?? make() }
            let cell = make()
            family.series[labels] = cell
            families[name] = family
            return cell
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                families[name]?.series = family.series.filter { $0.value !== handler }
            }
        }
    }
}

extension PrometheusRegistry {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter, CounterSeries.init)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge, GaugeSeries.init)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge, GaugeSeries.init) }
        return series(label, dimensions, .histogram) { HistogramSeries(bounds: Self.bounds) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { HistogramSeries(bounds: Self.bounds) }
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
