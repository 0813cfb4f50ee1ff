/// The client's credential: a secret, a private key, both, or none (RFC 6749, section 2.3; RFC 7523, section 2.2).
public struct ClientCredential: Sendable {
    /// The client's secret.
    public var secret: String?
    /// A private key as PEM, RSA of at least 2,048 bits (signs RS256) or P-256 (signs ES256).
    public var privateKey: String?

    /// A credential of its parts.
    ///
    /// If both are given, the authority's metadata decides which of them is used.
    public init(secret: String? = nil, privateKey: String? = nil) {
        self.secret = secret
        self.privateKey = privateKey
    }

    /// No credential: a public client.
    public static let none = ClientCredential()

    /// Only a secret.
    public static func secret(_ secret: String) -> ClientCredential { ClientCredential(secret: secret) }

    /// Only a private key, as PEM.
    public static func privateKey(_ pem: String) -> ClientCredential { ClientCredential(privateKey: pem) }
}

/// The client authentication method at the token endpoint (OpenID Connect Core, section 9).
///
/// The order of the cases is the order of preference.
public enum ClientAuthenticationMethod: String, Sendable, CaseIterable {
    /// The secret in the `Authorization` header, form-encoded before Base64 (RFC 6749, section 2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// The secret in the body.
    case clientSecretPost = "client_secret_post"
    /// A signed assertion (RFC 7523, section 2.2).
    case privateKeyJWT = "private_key_jwt"
    /// No authentication: a public client, which only PKCE protects.
    case none
}
