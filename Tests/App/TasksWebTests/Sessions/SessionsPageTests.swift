import Encodings
import FoundationEssentials
import SessionStorage
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct SessionsPageTests {
    private func record() -> SessionRecord {
        SessionRecord(
            id: SessionID(), user: "sub i s", scope: "i", issuer: "i", subject: "s", providerSession: nil,
            authority: "main", started: Date(timeIntervalSince1970: 1_800_000_000), expires: .distantFuture,
            lastUsed: Date(timeIntervalSince1970: 1_800_000_300), browser: "<b>Firefox/140.0\"")
    }

    private func page(_ sessions: [UserSession]) -> Markup {
        let rows = sessions.map { SessionRow($0, at: [], words: .english) }
        return Markup(SessionsPage(layout: SiteLayout(title: "Sessions", user: "Ann"), rows: rows))
    }

    @Test("Each listed session can be ended by a name that reveals nothing of its id") func rows() {
        let records = [record(), record()]
        let sessions = records.enumerated().map { UserSession($1, isCurrent: $0 == 0) }
        let page = page(sessions)
        #expect(
            page.buttons.map(\.action) == sessions.map { "/sessions/\($0.name)/end" } + ["/sessions/end-others"])
        #expect(page.buttons.allSatisfy { $0.form == "f" && $0.field == nil })
        for record in records {
            #expect(!page.source.contains(Base64URL.encode(record.id.bytes)))
            #expect(!page.source.contains(Hexadecimal.encode(record.id.bytes)))
        }
        #expect(
            page.source.contains("<time datetime=\"2027-01-15T08:00:00Z\">Jan 15, 2027")
                && page.source.contains("2027-01-15T08:05:00Z"))
        #expect(page.tags("b").isEmpty)
    }

    @Test("If this session is the only one, there are no others to end") func alone() {
        #expect(page([UserSession(record(), isCurrent: true)]).buttons.count == 1)
    }
}
