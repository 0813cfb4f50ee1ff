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

/// What a `User-Agent` says of browser and system, in words that a person knows their devices by.
enum BrowserName {
    /// In this order: those that pretend to be another come before it.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Vivaldi/", "Vivaldi"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chromium/", "Chromium"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]

    static func of(_ userAgent: String, in words: Catalogue) -> String {
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        return switch (browser, system) {
        case (let browser?, let system?): words.sessions.browserOn(browser: browser, system: system)
        case (let name?, nil), (nil, let name?): name
        case (nil, nil): words.sessions.unknownBrowser
        }
    }
}
