import Crypto
import CryptoExtras

/// A pair of keys for a client that proves itself by `private_key_jwt` (RFC 7523, section 2.2).
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
