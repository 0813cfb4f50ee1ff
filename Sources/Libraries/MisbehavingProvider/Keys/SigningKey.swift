import Crypto
import CryptoExtras
import Encodings
import PortableFoundation

/// A key that signs tokens, under a name.
struct SigningKey: Sendable {
    private enum Secret: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    let id: String
    private let secret: Secret

    /// An RSA key that signs RS256.
    ///
    /// Keys of different numbers are different; making one takes a while, so there are few.
    static func rsa(_ number: Int, id: String) throws -> SigningKey {
        SigningKey(id: id, secret: .rsa(try RSAKeyPool.key(number)))
    }

    /// A new P-256 key that signs ES256.
    static func p256(id: String) -> SigningKey {
        SigningKey(id: id, secret: .p256(P256.Signing.PrivateKey()))
    }

    /// The `alg` of its signatures.
    var algorithm: String {
        switch secret {
        case .rsa: "RS256"
        case .p256: "ES256"
        }
    }

    func signature(of bytes: [UInt8]) throws -> [UInt8] {
        switch secret {
        case .rsa(let key):
            Array(try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
        case .p256(let key): Array(try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation)
        }
    }

    /// The public half as PEM, which a forger can use as an HMAC key.
    var publicPEM: String {
        switch secret {
        case .rsa(let key): key.publicKey.pemRepresentation
        case .p256(let key): key.publicKey.pemRepresentation
        }
    }

    /// The public half as a member of a key set (RFC 7517).
    var publicJWK: JSONMembers {
        get throws {
            var jwk: JSONMembers = ["kid": .string(id), "use": "sig", "alg": .string(algorithm)]
            switch secret {
            case .rsa(let key):
                let numbers = try key.publicKey.getKeyPrimitives()
                jwk["kty"] = "RSA"
                jwk["n"] = .string(Base64URL.encode(numbers.modulus))
                jwk["e"] = .string(Base64URL.encode(numbers.publicExponent))
            case .p256(let key):
                let point = key.publicKey.rawRepresentation
                jwk["kty"] = "EC"
                jwk["crv"] = "P-256"
                jwk["x"] = .string(Base64URL.encode(point.prefix(32)))
                jwk["y"] = .string(Base64URL.encode(point.suffix(32)))
            }
            return jwk
        }
    }
}
