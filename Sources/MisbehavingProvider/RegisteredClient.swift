import Crypto
import CryptoExtras

/// The registration of the provider's only client.
public struct RegisteredClient: Sendable {
    /// Its id.
    public var id: String
    /// Its secret; `nil` for a public client, or one with a key.
    public var secret: String?
    /// Its public key as PEM, for `private_key_jwt`.
    public var publicKey: String?
    /// The only accepted authentication method; `nil`: any that fits.
    public var authentication: String?
    /// Its redirect URIs; `nil`: any.
    public var redirectURIs: [String]?
    /// The addresses to which the client may return users after sign-out; `nil`: any.
    public var postLogoutRedirectURIs: [String]?

    /// A client.
    public init(
        id: String = "misbehaving-client", secret: String? = "a secret: of the + client's", publicKey: String? = nil,
        authentication: String? = nil,
        redirectURIs: [String]? = nil, postLogoutRedirectURIs: [String]? = nil
    ) {
        self.id = id
        self.secret = secret
        self.publicKey = publicKey
        self.authentication = authentication
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
    }
}

/// A key pair for a client that authenticates by `private_key_jwt` (RFC 7523, section 2.2).
public struct ClientKey: Sendable {
    /// The private half as PEM, for the client.
    public let privateKey: String
    /// The public half as PEM, for the provider: ``RegisteredClient/publicKey``.
    public let publicKey: String

    /// An RSA key for RS256.
    public static func rsa() throws -> ClientKey {
        let key = try RSAKeyPool.key(1)
        return ClientKey(privateKey: key.pkcs8PEMRepresentation, publicKey: key.publicKey.pemRepresentation)
    }

    /// A new P-256 key for ES256.
    public static func p256() -> ClientKey {
        let key = P256.Signing.PrivateKey()
        return ClientKey(privateKey: key.pemRepresentation, publicKey: key.publicKey.pemRepresentation)
    }
}
