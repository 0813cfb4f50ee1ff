import FoundationEssentials
import SessionRegistry

/// One of the person's sessions, as the page lists it.
struct SessionRow {
    let browser: String
    let begun: String
    let lastUsed: String
    let isCurrent: Bool
    /// The session's name outside: it says nothing of the handle, which must not be seen.
    let id: String
    let csrf: String

    init(_ record: SessionRecord, isCurrent: Bool, csrf: String) {
        browser = BrowserName.of(record.browser)
        begun = Self.text(record.begun)
        lastUsed = Self.text(record.lastSeen)
        self.isCurrent = isCurrent
        id = SessionName.of(record.handle)
        self.csrf = csrf
    }

    /// A time to the minute, in UTC: `2026-01-31 12:00 UTC`.
    private static func text(_ date: Date) -> String {
        let iso = date.formatted(.iso8601)
        return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(5)) UTC"
    }
}
