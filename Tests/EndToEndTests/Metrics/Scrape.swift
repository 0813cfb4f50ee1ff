import CoreMetrics
import PrometheusExport
import TestSupport

/// Metrics as they are scraped.
struct Scrape {
    let text: String

    /// The names of all metrics, with their types.
    var types: [String: String] {
        text.split(separator: "\n").reduce(into: [:]) { types, line in
            let words = line.split(separator: " ").map(String.init)
            if words.count == 4, words[0] == "#", words[1] == "TYPE" { types[words[2]] = words[3] }
        }
    }

    /// The names of all labels.
    var labels: Set<String> { Set(text.matches(of: #/[{,]([a-z_]+)="/#).map { String($0.1) }) }

    /// The values of each label of a metric; a histogram may be named by its series.
    func values(of metric: String) -> [String: Set<String>] {
        text.split(separator: "\n").reduce(into: [:]) { values, line in
            guard let series = line.wholeMatch(of: #/([a-z_]+){(.*)} .*/#),
                series.1 == metric || ["_bucket", "_sum", "_count"].contains(where: { series.1 == metric + $0 })
            else { return }
            for label in series.2.matches(of: #/([a-z_]+)="([^"]*)"/#) {
                values[String(label.1), default: []].insert(String(label.2))
            }
        }
    }

    /// The value of a series, by its name and labels as they are written.
    subscript(series: String) -> Double? {
        text.split(separator: "\n").first { $0.hasPrefix(series + " ") }.flatMap {
            Double($0.dropFirst(series.count + 1))
        }
    }

    /// The values of a metric with one label that aren't zero.
    func counts(_ name: String) -> [String: Double] {
        text.split(separator: "\n").reduce(into: [:]) { counts, line in
            guard let match = line.wholeMatch(of: #/([a-z_]+){[a-z_]+="([a-z_]+)"} (.*)/#), match.1 == name,
                let value = Double(match.3), value != 0
            else { return }
            counts[String(match.2)] = value
        }
    }
}

extension PrometheusRegistry {
    /// Runs a body with a site whose libraries count here.
    func running(
        _ options: SiteOptions = SiteOptions(), changing change: (inout SiteOptions) -> Void = { _ in },
        _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        var options = options
        change(&options)
        try await withMetricsFactory(self) { [options] in try await Site.running(options, body) }
    }

    /// Runs a body with a site whose libraries count here, and whose sessions are in a new database.
    func running(on kind: SharedDatabase, _ body: @Sendable (Site) async throws -> Void) async throws {
        try await withMetricsFactory(self) { try await Site.running(on: kind, body) }
    }
}
