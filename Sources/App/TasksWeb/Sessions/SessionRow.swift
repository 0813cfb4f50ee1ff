import HTTPTransport
import HummingbirdOpenIDConnect

/// One of the user's sessions, as the page lists it.
struct SessionRow {
    let browser: String
    let started: LocalTime
    let lastUsed: LocalTime
    /// The authority that the user signed in at; `nil` if there is only one.
    let authority: String?
    let isCurrent: Bool
    let id: String
    let words: Catalogue

    init(_ session: UserSession, at authorities: [SignInAuthority], words: Catalogue) {
        browser = BrowserName.of(session.browser, in: words)
        started = LocalTime(session.started, in: words)
        lastUsed = LocalTime(session.lastUsed, in: words)
        authority = authorities.count > 1 ? Self.authority(session, authorities) : nil
        isCurrent = session.isCurrent
        id = session.name
        self.words = words
    }

    /// The label of a further authority.
    ///
    /// The main one has none, and may have been another one when the session started.
    private static func authority(_ session: UserSession, _ authorities: [SignInAuthority]) -> String {
        authorities.first { $0.name == session.authority }?.label ?? HTTPURL(session.issuer)?.host ?? session.issuer
    }
}

/// The browser and the system of a `User-Agent`, by names that users know their devices by.
enum BrowserName {
    /// In this order: those that pretend to be another come before it.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
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
