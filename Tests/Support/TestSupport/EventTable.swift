import Foundation

/// The tables of `docs/observability/events.md`.
public struct EventTable: Sendable {
    /// An event's row.
    public struct Row: Sendable {
        /// The level's name.
        public let level: String
        /// The fields that the event may have.
        public let fields: Set<String>
    }

    /// The events by name.
    public let events: [String: Row]
    private let sections: [String: [[String]]]

    /// Reads the tables.
    public init() throws {
        let file = Checkout["docs/observability/events.md"]
        var (sections, title) = ([String: [[String]]](), "")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") { title = String(line.drop { $0 == "#" || $0 == " " }) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            sections[title, default: []].append(cells.map { $0.trimmingCharacters(in: .whitespaces) })
        }
        self.sections = sections
        let rows = (sections["Events"] ?? []).filter { $0.count == 4 }
        events = Dictionary(
            uniqueKeysWithValues: rows.map { cells in
                (Self.names(cells[0])[0], Row(level: cells[1], fields: Set(Self.names(cells[2]))))
            })
    }

    /// The first column of a section's table.
    public func kinds(of event: String) -> [String] {
        (sections["Kinds of `\(event)`"] ?? []).compactMap { Self.names($0[0]).first }
    }

    /// The texts in backticks.
    private static func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }
}
