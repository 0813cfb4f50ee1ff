import FoundationEssentials

/// `latchkey check --watch`: repeats the check, and prints what has changed since the last time.
struct CheckWatch {
    /// Reads the settings, and checks them.
    let check: () async throws -> [Finding]
    /// Waits until the next check is due.
    let pause: () async throws -> Void
    let now: () -> Date
    /// Prints a line.
    let write: (String) -> Void

    /// Prints all findings of the first check, and then the changes that each later check finds.
    ///
    /// - Throws: An error of the first check, or of `pause`.
    func run() async throws {
        var (found, unreadable) = (try await check(), [Finding]())
        for finding in found { write(finding.line) }
        while true {
            try await pause()
            let earlier = found + unreadable
            do {
                (found, unreadable) = (try await check(), [])
            } catch let error as SettingsError {
                // The findings about the earlier settings stay as they were.
                unreadable = error.errors.map { .fault($0) }
            } catch {
                unreadable = [Finding(verdict: .fault, text: "\(error)")]
            }
            let time = now().formatted(.iso8601)
            for change in FindingChange.changes(from: earlier, to: found + unreadable) {
                write("\(time) \(change.line)")
            }
        }
    }
}

/// A difference between two checks.
enum FindingChange: Equatable {
    case new(Finding)
    case gone(Finding)
    case changed(from: Finding, to: Finding)

    /// The differences of two lists; findings of one setting that differ are paired in their order.
    static func changes(from earlier: [Finding], to later: [Finding]) -> [FindingChange] {
        var gone = earlier.filter { finding in !later.contains { $0.isSame(as: finding) } }
        let added: [FindingChange] = later.filter { finding in !earlier.contains { $0.isSame(as: finding) } }.map {
            finding in
            guard let index = gone.firstIndex(where: { $0.subject == finding.subject }) else { return .new(finding) }
            return .changed(from: gone.remove(at: index), to: finding)
        }
        return gone.map(FindingChange.gone) + added
    }

    /// The text after the time.
    var line: String {
        switch self {
        case .new(let finding): "new     \(finding.line)"
        case .gone(let finding): "gone    \(finding.line)"
        case .changed(_, let finding): "changed \(finding.line)"
        }
    }
}

extension Finding {
    /// Whether it says the same, apart from values that differ each time: identifiers and times in a response of the
    /// authority, and by how much clocks differ.
    fileprivate func isSame(as other: Finding) -> Bool {
        verdict == other.verdict && (text == other.text || lasting == other.lasting)
    }

    private var lasting: String {
        text.replacing(#/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#, with: "…")
            .replacing(#/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\dZ?/#, with: "…")
            .replacing(#/\d+ s (ahead|behind)/#) { "… \($0.1)" }
    }
}
