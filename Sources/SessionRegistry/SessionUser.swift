/// The user whose sessions are meant.
public struct SessionUser: Sendable, Equatable {
    /// The text of the user's key.
    public var key: String
    /// The `iss` of the user's ID token, by which rows are found that an earlier version has stored without a key.
    public var issuer: String
    /// The `sub` of the user's ID token, likewise.
    public var subject: String

    /// Creates a user.
    public init(key: String, issuer: String, subject: String) {
        self.key = key
        self.issuer = issuer
        self.subject = subject
    }
}
