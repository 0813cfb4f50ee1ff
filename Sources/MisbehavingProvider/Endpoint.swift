/// The provider's endpoints.
public enum Endpoint: String, Sendable, CaseIterable {
    /// Metadata (OpenID Connect Discovery 1.0, section 4).
    case metadata = "/.well-known/openid-configuration"
    /// Keys (RFC 7517, section 5).
    case keys = "/discovery/v2.0/keys"
    /// Authorization (RFC 6749, section 3.1).
    case authorization = "/oauth2/v2.0/authorize"
    /// Tokens (RFC 6749, section 3.2).
    case token = "/oauth2/v2.0/token"
    /// UserInfo (OpenID Connect Core, section 5.3).
    case userInfo = "/openid/v2.0/userinfo"
    /// The end of the session (OpenID Connect RP-Initiated Logout 1.0, section 2).
    case endSession = "/oauth2/v2.0/logout"
    /// Revocation (RFC 7009, section 2).
    case revocation = "/oauth2/v2.0/revoke"
    /// Pushed authorization requests (RFC 9126, section 2).
    case pushedRequest = "/oauth2/v2.0/par"
}
