import FoundationEssentials
import HTTPTypes
import HummingbirdOpenIDConnect
import OpenIDConnect
import TestSupport
import Testing

/// Compares the tables of `docs/troubleshooting.md` with the reasons to refuse what an authority sends.
@Suite struct RefusalReasonsDocumentTests {
    private static let page = Checkout["docs/troubleshooting.md"]

    /// A row: the log's words, the status of the page, and what to do.
    private struct Row {
        let words: String
        let status: String
        let advice: String
    }

    private static func rows() throws -> [Row] {
        try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { cell in
                String(cell.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            }
            guard line.hasPrefix("| `… "), cells.count == 3 else { return nil }
            return Row(words: String(cells[0].dropFirst(3).dropLast()), status: cells[1], advice: cells[2])
        }
    }

    @Test("docs/troubleshooting.md has each reason once, and no other") func reasons() throws {
        #expect(try Self.rows().map(\.words).sorted() == RefusalReason.allCases.map(\.rawValue).sorted())
    }

    @Test("docs/troubleshooting.md has the status of each reason's page, and what to do") func statuses() throws {
        for row in try Self.rows() {
            let reason = try #require(RefusalReason(rawValue: row.words))
            let status = SignInError(.provider(OpenIDConnectError(reason.kind, ""))).status.code
            #expect(row.status == "\(status)" || row.status == "none", "\(row)")
            #expect(row.advice.count > 5, "\(row)")
        }
    }
}
