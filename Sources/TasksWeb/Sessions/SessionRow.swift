import Crypto
import Encodings
import FoundationEssentials
import SessionRegistry

/// One of the person's sessions, as the page lists it.
struct SessionRow {
    let browser: String
    let begun: LocalTime
    let lastUsed: LocalTime
    let isCurrent: Bool
    /// The session's name outside: it says nothing of the handle, which must not be seen.
    let id: String
    let csrf: String
    let words: Catalogue

    init(_ record: SessionRecord, isCurrent: Bool, csrf: String, words: Catalogue) {
        browser = BrowserName.of(record.browser, in: words)
        begun = LocalTime(record.begun, in: words)
        lastUsed = LocalTime(record.lastSeen, in: words)
        self.isCurrent = isCurrent
        id = SessionName.of(record.handle)
        self.csrf = csrf
        self.words = words
    }
}

/// What a session is called in a URL: a digest of its handle.
enum SessionName {
    static func of(_ handle: SessionHandle) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array("latchkey session ".utf8) + handle.bytes).prefix(12)))
    }
}
