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
