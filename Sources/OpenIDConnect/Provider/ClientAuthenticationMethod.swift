/// How the client proves itself at the token endpoint (OpenID Connect Core, section 9).
///
/// The order of the cases is the order of preference.
public enum ClientAuthenticationMethod: String, Sendable, CaseIterable {
    /// The secret in the `Authorization` header, form-encoded before Base64 (RFC 6749, section 2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// The secret in the body.
    case clientSecretPost = "client_secret_post"
    /// A signed assertion (RFC 7523, section 2.2).
    case privateKeyJWT = "private_key_jwt"
    /// Nothing: a public client, which PKCE alone protects.
    case none
}
