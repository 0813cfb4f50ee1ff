import Encodings
import FoundationEssentials
import SessionRegistry
import Testing

@testable import TasksWeb

@Suite struct SessionsPageTests {
    private func record() -> SessionRecord {
        SessionRecord(
            handle: SessionHandle(), user: "sub i s", scope: "i", issuer: "i", subject: "s", providerSession: nil,
            begun: Date(timeIntervalSince1970: 1_800_000_000),
            browser: "<b>Firefox/140.0\"", lastSeen: Date(timeIntervalSince1970: 1_800_000_300), end: .distantFuture)
    }

    private func page(_ records: [SessionRecord]) -> Markup {
        let rows = records.enumerated().map { SessionRow($1, isCurrent: $0 == 0, csrf: "token", words: .english) }
        return Markup(SessionsPage(layout: SiteLayout(title: "Sessions"), csrf: "token", rows: rows))
    }

    @Test("Each session can be ended by a name that says nothing of its handle") func rows() {
        let records = [record(), record()]
        let page = page(records)
        #expect(
            page.postForms.map(\.action) == records.map { "/sessions/\(SessionName.of($0.handle))/end" } + [
                "/sessions/end-others"
            ])
        #expect(page.postForms.allSatisfy { $0.fields.map { "\($0.name)=\($0.value)" } == ["csrf=token"] })
        for record in records {
            #expect(!page.source.contains(Base64URL.encode(record.handle.bytes)))
            #expect(!page.source.contains(record.handle.bytes.map { String($0, radix: 16) }.joined()))
        }
        #expect(
            page.source.contains("<time datetime=\"2027-01-15T08:00:00Z\">Jan 15, 2027")
                && page.source.contains("2027-01-15T08:05:00Z"))
        #expect(page.tags("b").isEmpty)
    }

    @Test("Where this session is the only one there are no others to end") func alone() {
        #expect(page([record()]).postForms.count == 1)
    }
}
