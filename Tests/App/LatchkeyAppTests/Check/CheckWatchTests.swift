import FoundationEssentials
import Testing

@testable import LatchkeyApp

/// `check --watch`, with pauses that take no time.
@Suite struct CheckWatchTests {
    private struct Over: Error {}

    private static let listen = Finding.good(\.listen, "127.0.0.1:3000 is free")
    private static let there = Finding.good(\.authority, "its metadata is there")
    private static let unreachable = Finding.fault(\.authority, "its metadata can't be fetched")
    private static let warning = Finding.warning(\.database, "2 tasks match no user")
    private static let unreadable = SettingsError(errors: [SettingError("caFile", "x does not exist")])

    /// The lines of a watch that finds this, one check after the other, each an hour later.
    private func lines(_ checks: [Result<[Finding], SettingsError>]) async throws -> [String] {
        var (lines, rest, hours) = ([String](), checks[...], 0)
        await #expect(throws: Over.self) {
            try await CheckWatch(
                check: { try (rest.popFirst() ?? .success([])).get() },
                pause: { if rest.isEmpty { throw Over() } },
                now: {
                    hours += 1
                    return Date(timeIntervalSince1970: Double(hours) * 3_600)
                },
                write: { lines.append($0) }
            ).run()
        }
        return lines
    }

    @Test("A watching check prints all findings first, and then new, gone and changed ones, with the time")
    func changes()
        async throws
    {
        let found: [[Finding]] = [
            [Self.listen, Self.there], [Self.listen, Self.there], [Self.listen, Self.unreachable, Self.warning],
            [Self.there, Self.listen],
        ]
        #expect(
            try await lines(found.map { .success($0) }) == [
                "good  listen: 127.0.0.1:3000 is free",
                "good  authority: its metadata is there",
                "1970-01-01T02:00:00Z changed FAULT authority: its metadata can't be fetched",
                "1970-01-01T02:00:00Z new     warn  database: 2 tasks match no user",
                "1970-01-01T03:00:00Z gone    warn  database: 2 tasks match no user",
                "1970-01-01T03:00:00Z changed good  authority: its metadata is there",
            ])
    }

    @Test("Settings that become unreadable are new faults for a watching check, until they can be read again")
    func unreadableSettings() async throws {
        let lines = try await lines([
            .success([Self.listen]), .failure(Self.unreadable), .failure(Self.unreadable), .success([Self.listen]),
        ])
        #expect(
            lines == [
                "good  listen: 127.0.0.1:3000 is free",
                "1970-01-01T01:00:00Z new     FAULT caFile: x does not exist",
                "1970-01-01T03:00:00Z gone    FAULT caFile: x does not exist",
            ])
    }

    @Test("Settings that can't be read at the start end a watching check") func unreadableAtFirst() async throws {
        let watch = CheckWatch(check: { throw Self.unreadable }, pause: {}, now: { Date() }, write: { _ in })
        await #expect(throws: SettingsError.self) { try await watch.run() }
    }

    @Test("Several findings of one setting are distinguished") func several() {
        let policies = ["in", "up"].map { Finding.good(\.authority, "policy \($0) is there") }
        let fault = Finding.fault(\.authority, "policy in is missing")
        #expect(
            FindingChange.changes(from: policies, to: [fault, policies[1]])
                == [.changed(from: policies[0], to: fault)])
        #expect(FindingChange.changes(from: policies, to: [policies[0]]) == [.gone(policies[1])])
        #expect(FindingChange.changes(from: policies, to: policies + [fault]) == [.new(fault)])
    }

    @Test("Identifiers and times in an authority's text, and the difference of clocks, count as no change") func ids() {
        let texts = ["2026-01-31 12:00:00Z", "2026-01-31 12:01:00Z"].map {
            "invalid_client. Trace ID: \(UUID()) Timestamp: \($0)"
        }
        let refusals = texts.map { Finding.fault(\.clientSecret, $0) }
        #expect(FindingChange.changes(from: [refusals[0]], to: [refusals[1]]).isEmpty)
        let clocks = ["7 s ahead of", "8 s ahead of", "8 s behind"].map {
            Finding.warning(\.authority, "its clock is \($0) this machine's")
        }
        #expect(FindingChange.changes(from: [clocks[0]], to: [clocks[1]]).isEmpty)
        #expect(FindingChange.changes(from: [clocks[1]], to: [clocks[2]]).count == 1)
        let states = [502, 503].map { Finding.fault(\.taskWebAPI, "it responds with \($0)") }
        #expect(FindingChange.changes(from: [states[0]], to: [states[1]]).count == 1)
    }

    @Test("The option --watch is for check alone") func option() {
        #expect(CheckOptions(["--watch", "--settings", "f"]).repeats)
        #expect(CheckOptions(["--watch", "--settings", "f"]).settings == ["--settings", "f"])
        #expect(!CheckOptions(["--settings", "f"]).repeats)
    }
}
