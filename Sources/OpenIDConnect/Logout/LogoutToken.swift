public import FoundationEssentials

/// A verified logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
///
/// Its ``tokenID`` has to be remembered until ``expiry``, and the token refused if it comes again.
public struct LogoutToken: Sendable, Equatable {
    /// The issuer (`iss`).
    public let issuer: String
    /// The person whose sessions end (`sub`); `nil` where the token names a session only.
    public let subject: String?
    /// The session that ends (`sid`); `nil` where all of the person's sessions do.
    public let sessionID: String?
    /// The token's own name (`jti`).
    public let tokenID: String
    /// When it was issued (`iat`).
    public let issuedAt: Date
    /// When it ends (`exp`), with the clock skew that is allowed for.
    public let expiry: Date
}
