import Foundation
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

/// Compares `docs/observability` with the metrics that the program has.
@Suite struct MetricsDocumentTests {
    /// Labels that the scraping Prometheus adds.
    private static let targetLabels: Set<String> = ["job", "instance"]

    private let page: String
    /// The files with queries, by name.
    private let queries: [String: String]

    init() throws {
        func text(_ name: String) throws -> String {
            try String(contentsOf: Checkout["docs/observability/\(name)"], encoding: .utf8)
        }
        page = try text("metrics.md")
        queries = try ["alerts.yaml": text("alerts.yaml"), "dashboard.json": text("dashboard.json")]
    }

    private static func scrape() async throws -> Scrape {
        var scrape = Scrape(text: "")
        try await AdminProgram.running { program in
            for probe in ["/healthz", "/readyz"] { #expect(try await program.web.get(probe).status == 200) }
            _ = try await program.web.throughProvider("/sign-in", AdminProgram.user)
            scrape = try await program.scrape()
        }
        return scrape
    }

    @Test("Every metric, label and value of a label that a query or the page names is scraped, and none is missing")
    func names() async throws {
        let scrape = try await Self.scrape()
        let series = Set(
            scrape.types.flatMap { name, type in
                type == "histogram" ? ["_bucket", "_sum", "_count"].map { name + $0 } : [name]
            })
        for (file, text) in queries.merging(["metrics.md": page], uniquingKeysWith: { $1 }) {
            let named = Set(text.matches(of: #/\b(?:http|latchkey|process)_[a-z_]+/#).map { String($0.output) })
            let known = series.union(scrape.labels).union(file == "metrics.md" ? Set(scrape.types.keys) : [])
            #expect(named.subtracting(known) == [], "\(file)")
            #expect(named.count > 3, "\(file)")
        }
        for (file, text) in queries {
            // In JSON the quotes of a query are escaped.
            try Self.expectSelected(in: text.replacing(#"\""#, with: "\""), by: scrape, file)
            Self.expectGrouped(in: text, by: scrape, file)
        }
        for name in scrape.types.keys {
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(name)`") }, "\(name)")
            for (label, values) in scrape.values(of: name) where label != "le" {
                #expect(row.contains("`\(label)`"), "\(name)")
                guard name.hasPrefix("latchkey_") || label == "peer" else { continue }
                #expect(values.allSatisfy { row.contains("`\($0)`") }, "\(name): \(values)")
            }
            guard name.hasSuffix("_total"), let values = scrape.values(of: name).values.first else { continue }
            let meaning = row.split(separator: "|").last ?? ""
            #expect(Set(meaning.matches(of: #/`([a-z_]+)`/#).map { String($0.1) }) == values, "\(name)")
        }
    }

    /// Expects that each selector of a query may match a series.
    private static func expectSelected(in text: String, by scrape: Scrape, _ file: String) throws {
        let selectors = text.matches(of: #/\b([a-z_]+)\{([a-z_]+[=!][^}]*)\}/#)
        #expect(selectors.count > 10, "\(file)")
        for selector in selectors {
            let labels = scrape.values(of: String(selector.1))
            for matcher in selector.2.matches(of: #/([a-z_]+)(=~|!~|!=|=)"([^"]*)"/#)
            where !targetLabels.contains(String(matcher.1)) {
                var values = try #require(labels[String(matcher.1)], "\(file): \(selector.0)")
                if matcher.1 == "http_response_status_code" { values.formUnion(["0", "503"]) }
                let alternatives = matcher.2.hasSuffix("~") ? matcher.3.split(separator: "|") : [matcher.3]
                for wanted in alternatives {
                    let pattern = try Regex(String(wanted))
                    #expect(values.contains { $0.wholeMatch(of: pattern) != nil }, "\(file): \(selector.0)")
                }
            }
        }
    }

    /// Expects that a query groups by labels that its metric has, and that texts show no others.
    private static func expectGrouped(in text: String, by scrape: Scrape, _ file: String) {
        let groups = text.matches(of: #/\bby \(([a-z_, ]+)\)[^{]*?\b((?:http|latchkey|process)_[a-z_]+)/#)
        #expect(groups.count > 3, "\(file)")
        for group in groups {
            let labels = Set(group.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
            let known = targetLabels.union(scrape.values(of: String(group.2)).keys)
            #expect(labels.subtracting(known) == [], "\(file): \(group.0)")
        }
        let shown = text.matches(of: #/\{\{ *(?:\$labels\.)?([a-z_]+) *\}\}/#).map { String($0.1) }
        #expect(!shown.isEmpty && Set(shown).subtracting(scrape.labels.union(targetLabels)) == [], "\(file)")
    }

    @Test("Every panel of the dashboard has a query") func panels() throws {
        let dashboard = try JSONSerialization.jsonObject(with: Data(try #require(queries["dashboard.json"]).utf8))
        let panels = try #require((dashboard as? [String: Any])?["panels"] as? [[String: Any]])
        for panel in panels where panel["type"] as? String != "row" {
            let targets = try #require(panel["targets"] as? [[String: Any]])
            #expect(targets.allSatisfy { ($0["expr"] as? String)?.isEmpty == false } && !targets.isEmpty)
        }
    }
}
