public import HTTPTransport
public import PortableFoundation

/// A token endpoint's response to a code (RFC 6749, section 5.1; OpenID Connect Core, section 3.1.3.3).
public struct TokenSet: Sendable, Redacted {
    /// The access token, which only the API may interpret.
    public var accessToken: String
    /// The refresh token, if one was issued.
    public var refreshToken: String?
    /// When the access token expires, by the local clock; `nil` if the authority doesn't say.
    public var expiry: Date?
    /// When the refresh token expires, by the local clock; `nil` if the authority doesn't say.
    public var refreshTokenExpiry: Date?
    /// The ID token as it came.
    public var idToken: String
    /// The scopes that were granted, if the authority names them.
    public var scope: String?
}

/// A token endpoint's response to a refresh token (RFC 6749, section 6; OpenID Connect Core, section 12.2).
public struct RefreshedTokens: Sendable, Redacted {
    /// The new access token.
    public var accessToken: String
    /// The refresh token to use from now on: a new one, or the old one if the authority doesn't rotate it.
    public var refreshToken: String
    /// When the access token expires, by the local clock; `nil` if the authority doesn't say.
    public var expiry: Date?
    /// When the response's refresh token expires, by the local clock; `nil` if the authority doesn't say, or didn't
    /// send a new one.
    public var refreshTokenExpiry: Date?
    /// Whether the refresh token is a new one.
    public var isRefreshTokenNew: Bool
    /// The new ID token, verified to be about the same user; `nil` if the authority sends none.
    public var idToken: VerifiedIDToken?
}
