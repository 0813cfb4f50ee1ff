public import FoundationEssentials

/// What the register knows of a session.
public struct SessionRecord: Sendable, Equatable {
    /// The session's name.
    public var handle: SessionHandle
    /// The text of the user's key; `nil` if an earlier version has stored the session, and the key isn't known.
    public var user: String?
    /// Where ``subject`` is unique: a tenant or an issuer; `nil` as for ``user``.
    public var scope: String?
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
        handle: SessionHandle, user: String?, scope: String?, issuer: String, subject: String, providerSession: String?,
        begun: Date,
        browser: String, lastSeen: Date, end: Date
    ) {
        self.handle = handle
        self.user = user
        self.scope = scope
        self.issuer = issuer
        self.subject = subject
        self.providerSession = providerSession
        self.begun = begun
        self.browser = browser
        self.lastSeen = lastSeen
        self.end = end
    }
}
