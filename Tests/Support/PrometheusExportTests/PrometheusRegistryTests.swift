import CoreMetrics
import Testing

@testable import PrometheusExport

@Suite struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry()

    @Test("A counter is a line for each set of labels, and another handler of the same labels counts on")
    func counter() {
        Counter(label: "calls_total", dimensions: [("to", "a"), ("by", "x")], factory: registry).increment(by: 2)
        Counter(label: "calls_total", dimensions: [("by", "x"), ("to", "a")], factory: registry).increment()
        Counter(label: "calls_total", dimensions: [("to", "b")], factory: registry).increment(by: 0)
        #expect(
            registry.text == """
                # TYPE calls_total counter
                calls_total{by="x",to="a"} 3
                calls_total{to="b"} 0

                """)
    }

    @Test("A counter never falls") func falling() {
        let counter = Counter(label: "calls_total", factory: registry)
        counter.increment(by: 5)
        counter.increment(by: -3)
        #expect(registry.text.hasSuffix("\ncalls_total 5\n"))
    }

    @Test("A meter is a gauge, which rises and falls") func meter() {
        let meter = Meter(label: "open", factory: registry)
        meter.increment(by: 2.5)
        meter.decrement()
        #expect(registry.text == "# TYPE open gauge\nopen 1.5\n")
        meter.set(7)
        #expect(registry.text.hasSuffix("\nopen 7\n"))
    }

    @Test("A timer is a histogram in seconds whose buckets hold all that is not greater than their bound")
    func timer() {
        let timer = Timer(label: "seconds", dimensions: [("to", "a")], factory: registry)
        for milliseconds in [0, 1, 2, 250, 10_000, 10_500] { timer.recordMilliseconds(milliseconds) }
        #expect(
            registry.text == """
                # TYPE seconds histogram
                seconds_bucket{to="a",le="0.001"} 2
                seconds_bucket{to="a",le="0.0025"} 3
                seconds_bucket{to="a",le="0.005"} 3
                seconds_bucket{to="a",le="0.01"} 3
                seconds_bucket{to="a",le="0.025"} 3
                seconds_bucket{to="a",le="0.05"} 3
                seconds_bucket{to="a",le="0.1"} 3
                seconds_bucket{to="a",le="0.25"} 4
                seconds_bucket{to="a",le="0.5"} 4
                seconds_bucket{to="a",le="1"} 4
                seconds_bucket{to="a",le="2.5"} 4
                seconds_bucket{to="a",le="5"} 4
                seconds_bucket{to="a",le="10"} 5
                seconds_bucket{to="a",le="+Inf"} 6
                seconds_sum{to="a"} 20.753
                seconds_count{to="a"} 6

                """)
    }

    @Test("Names and labels that Prometheus couldn't read are changed, and values are escaped") func escaping() {
        Counter(label: "http.calls", dimensions: [("user agent", "a\\b\"c\nd"), ("9", "ä")], factory: registry)
            .increment()
        #expect(
            registry.text == """
                # TYPE http_calls counter
                http_calls{_9="ä",user_agent="a\\\\b\\"c\\nd"} 1

                """)
    }

    @Test("A described metric is written before it has a series, its help on one line") func descriptions() {
        let registry = PrometheusRegistry([.init("calls_total", .counter, "Calls,\nby \\ \"who\".")])
        #expect(registry.text == "# HELP calls_total Calls,\\nby \\\\ \"who\".\n# TYPE calls_total counter\n")
        Counter(label: "calls_total", factory: registry).increment()
        #expect(registry.text.hasSuffix("\n# TYPE calls_total counter\ncalls_total 1\n"))
    }

    @Test("A value that is read when it is written is new each time, and left out if there is none") func reading() {
        registry.add(.init("moments_total", .counter, "Reads.")) { nil }
        #expect(registry.text == "# HELP moments_total Reads.\n# TYPE moments_total counter\n")
        let source = Meter(label: "source", factory: registry)
        source.set(0.5)
        registry.add(.init("other", .gauge, "The registry's size.")) { 1e300 }
        #expect(registry.text.contains("\nother 1e+300\n"))
    }

    @Test("Of two kinds of metric with one name only the first is written") func kinds() {
        Counter(label: "same", factory: registry).increment()
        Meter(label: "same", factory: registry).set(9)
        #expect(registry.text == "# TYPE same counter\nsame 1\n")
    }

    @Test("A destroyed series is written no more, and others of its name are") func destroying() {
        let first = Counter(label: "calls_total", dimensions: [("to", "a")], factory: registry)
        let second = Counter(label: "calls_total", dimensions: [("to", "b")], factory: registry)
        first.destroy()
        second.increment()
        #expect(registry.text == "# TYPE calls_total counter\ncalls_total{to=\"b\"} 1\n")
    }

    @Test("No count is lost if many tasks count at once while the text is written") func concurrency() async {
        let meter = Meter(label: "open", factory: registry)
        let timer = Timer(label: "seconds", factory: registry)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2000 {
                        meter.increment()
                        timer.recordSeconds(1)
                    }
                }
            }
            group.addTask { for _ in 0..<50 { #expect(registry.text.contains("seconds_count")) } }
        }
        let text = registry.text
        #expect(text.contains("\nopen 16000\n"))
        #expect(text.contains("\nseconds_sum 16000\n") && text.contains("\nseconds_count 16000\n"))
    }
}
