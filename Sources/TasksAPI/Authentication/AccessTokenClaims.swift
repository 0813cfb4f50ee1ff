/// The claims of a verified access token that say whose it is.
public struct AccessTokenClaims: Sendable, Equatable {
    /// What Azure AD B2C writes into `sub` where a tenant doesn't issue it: the same text for everybody.
    private static let unissuedSubject = "Not supported currently. Use oid claim."

    /// The token's `sub`.
    public var subject: String?
    /// The token's `oid`, Azure's name for the person in the whole tenant.
    public var objectID: String?

    /// Claims made of their parts.
    public init(subject: String?, objectID: String?) {
        self.subject = subject
        self.objectID = objectID
    }

    /// Whose tasks the token is for: `oid`, else `sub`; `nil` where neither names a person.
    var owner: String? {
        [objectID, subject].lazy.compactMap { $0 }.first { !$0.isEmpty && $0 != Self.unissuedSubject && !$0.utf8.contains(0) }
    }
}
