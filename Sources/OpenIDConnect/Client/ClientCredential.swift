/// What the client can prove itself with: a secret, a private key, both, or nothing (RFC 6749, section 2.3; RFC 7523,
/// section 2.2).
public struct ClientCredential: Sendable {
    /// The client's secret.
    public var secret: String?
    /// A private key as PEM, RSA of at least 2,048 bits (signs RS256) or P-256 (signs ES256).
    public var privateKey: String?

    /// A credential of its parts.
    ///
    /// With both, the authority's discovery says which of them is used.
    public init(secret: String? = nil, privateKey: String? = nil) {
        self.secret = secret
        self.privateKey = privateKey
    }

    /// Nothing: a public client.
    public static let none = ClientCredential()

    /// A secret alone.
    public static func secret(_ secret: String) -> ClientCredential { ClientCredential(secret: secret) }

    /// A private key alone, as PEM.
    public static func privateKey(_ pem: String) -> ClientCredential { ClientCredential(privateKey: pem) }
}

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
