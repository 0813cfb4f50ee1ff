public import FoundationEssentials

/// What the register knows of a session.
public struct SessionRecord: Sendable, Equatable {
    /// The session's name.
    public var handle: SessionHandle
    /// The ID token's `iss`.
    public var issuer: String
    /// The ID token's `sub`.
    public var subject: String
    /// The ID token's `sid`, by which the provider may end the session.
    public var providerSession: String?
    /// When the person signed in.
    public var begun: Date
    /// The browser's `User-Agent`, bounded.
    public var browser: String
    /// When the session was last used, to five minutes.
    public var lastSeen: Date
    /// When the session ends at the latest.
    public var end: Date

    /// A record made of its parts.
    public init(
        handle: SessionHandle, issuer: String, subject: String, providerSession: String?, begun: Date, browser: String, lastSeen: Date,
        end: Date
    ) {
        self.handle = handle
        self.issuer = issuer
        self.subject = subject
        self.providerSession = providerSession
        self.begun = begun
        self.browser = browser
        self.lastSeen = lastSeen
        self.end = end
    }
}
