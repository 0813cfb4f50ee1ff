public import PortableFoundation

/// A session's row in the store, without its tokens.
public struct SessionRecord: Sendable, Equatable {
    /// The id of the session.
    public var id: SessionID
    /// The key of the user, by which all of the user's sessions are found.
    public var user: String
    /// The space in which ``subject`` is unique: a tenant or an issuer.
    public var scope: String
    /// The ID token's `iss`.
    public var issuer: String
    /// The ID token's `sub`.
    public var subject: String
    /// The ID token's `sid`, by which the provider may end the session (OpenID Connect Back-Channel Logout, section
    /// 2.1).
    public var providerSession: String?
    /// The name of the authority that the user signed in at.
    public var authority: String
    /// When the user signed in.
    public var started: Date
    /// When the session ends at the latest.
    public var expires: Date
    /// When the session was last used, to a minute.
    public var lastUsed: Date
    /// The browser's `User-Agent`, shortened.
    public var browser: String

    /// Creates a record.
    public init(
        id: SessionID, user: String, scope: String, issuer: String, subject: String, providerSession: String?,
        authority: String, started: Date, expires: Date, lastUsed: Date, browser: String
    ) {
        self.id = id
        self.user = user
        self.scope = scope
        self.issuer = issuer
        self.subject = subject
        self.providerSession = providerSession
        self.authority = authority
        self.started = started
        self.expires = expires
        self.lastUsed = lastUsed
        self.browser = browser
    }
}
