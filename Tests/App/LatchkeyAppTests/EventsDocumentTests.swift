import Logging
import SessionStorage
import TasksAPI
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect
@testable import LatchkeyApp

/// Compares `docs/observability/events.md` with the events that the program can log.
@Suite struct EventsDocumentTests {
    /// All events with their levels.
    private static let events: [(name: String, level: Logger.Level)] =
        SignInEvent.allCases.map { ($0.rawValue, $0.level) } + StoreEvent.allCases.map { ($0.rawValue, $0.level) }
        + TokenEvent.allCases.map { ($0.rawValue, $0.level) } + ProgramEvent.allCases.map { ($0.rawValue, $0.level) }

    @Test("docs/observability/events.md has each event once, with its level, and no other") func events() throws {
        let table = try EventTable()
        #expect(Set(Self.events.map(\.name)).count == Self.events.count)
        #expect(table.events.keys.sorted() == Self.events.map(\.name).sorted())
        for event in Self.events { #expect(table.events[event.name]?.level == event.level.rawValue, "\(event)") }
    }

    @Test("docs/observability/events.md has each kind of refused sign-in and of ended session, and no other")
    func kinds() throws {
        let table = try EventTable()
        #expect(table.kinds(of: "sign_in_refused").sorted() == SignInRefusal.allCases.map(\.rawValue).sorted())
        #expect(
            table.kinds(of: "session_ended").sorted()
                == SessionEnding.allCases.filter { $0 != .signOut }.map(\.rawValue).sorted())
    }
}
