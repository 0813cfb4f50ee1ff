import Crypto
import CryptoExtras
import Encodings
import PortableFoundation
import SwiftASN1
import X509

/// A key pair for a client that authenticates by `private_key_jwt` (RFC 7523, section 2.2).
public struct ClientKey: Sendable {
    private enum Secret: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private let secret: Secret

    /// An RSA key for PS256 and RS256; the same at each call.
    ///
    /// - Throws: swift-crypto's error if no key can be made.
    public static func rsa() throws -> ClientKey { ClientKey(secret: .rsa(try RSAKeyPool.key(1))) }

    /// A new P-256 key for ES256.
    public static func p256() -> ClientKey { ClientKey(secret: .p256(P256.Signing.PrivateKey())) }

    /// A new Ed25519 key for EdDSA.
    public static func ed25519() -> ClientKey { ClientKey(secret: .ed25519(Curve25519.Signing.PrivateKey())) }

    /// The private half as PEM, for the client.
    public var privateKey: String {
        switch secret {
        case .rsa(let key): key.pkcs8PEMRepresentation
        case .p256(let key): key.pemRepresentation
        case .ed25519(let key): key.pemRepresentation
        }
    }

    /// The public half as PEM, for the provider: ``RegisteredClient/publicKey``.
    public var publicKey: String {
        switch secret {
        case .rsa(let key): key.publicKey.pemRepresentation
        case .p256(let key): key.publicKey.pemRepresentation
        case .ed25519(let key): key.publicKey.pemRepresentation
        }
    }

    /// A new certificate as PEM, which the key itself has signed.
    ///
    /// - Parameter seconds: How long it will be valid; negative if it has expired.
    /// - Throws: swift-certificates' error.
    public func certificate(validFor seconds: Double = 86_400) throws -> String {
        let name = try DistinguishedName { CommonName("A client of the misbehaving provider") }
        let key: Certificate.PrivateKey =
            switch secret {
            case .rsa(let key): Certificate.PrivateKey(key)
            case .p256(let key): Certificate.PrivateKey(key)
            case .ed25519(let key): Certificate.PrivateKey(key)
            }
        let end = Date(timeIntervalSinceNow: seconds)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: min(Date(), end) - 86_400, notValidAfter: end, issuer: name, subject: name,
            extensions: Certificate.Extensions(), issuerPrivateKey: key)
        return try certificate.serializeAsPEM().pemString
    }

    /// A signed JWT, such as another's assertion (``FederatedCredential``).
    ///
    /// - Throws: swift-crypto's error if it can't be signed.
    public func token(_ claims: JSONMembers) throws -> String {
        let header: JSONMembers = ["alg": .string(algorithm), "typ": "JWT"]
        let input = [header, claims].map { Base64URL.encode(JSON.object($0).text.utf8) }.joined(separator: ".")
        let bytes = Array(input.utf8)
        let signature: Data =
            switch secret {
            case .rsa(let key):
                try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation
            case .p256(let key): try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation
            case .ed25519(let key): try key.signature(for: bytes)
            }
        return "\(input).\(Base64URL.encode(signature))"
    }

    private var algorithm: String {
        switch secret {
        case .rsa: "RS256"
        case .p256: "ES256"
        case .ed25519: "EdDSA"
        }
    }
}
