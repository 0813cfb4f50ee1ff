import Crypto
import CryptoExtras
import Encodings
import PortableFoundation
import SwiftASN1
import X509

/// The client's private key, ready to sign assertions.
struct ClientSigningKey: Sendable {
    private enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private let key: Key
    /// Names the key in an assertion's header: `x5t#S256` with a certificate (RFC 7515, section 4.1.8), else `kid`.
    let name: JSONObject.Member

    /// - Parameters:
    ///   - text: The key as PEM; other PEM blocks may surround it, such as the curve's parameters or the certificate.
    ///   - certificate: The key's certificate as PEM.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if either can't be used, or they don't belong
    ///   together.
    init(pem text: String, certificate: String? = nil) throws(OpenIDConnectError) {
        let blocks = try? PEMDocument.parseMultiple(pemString: text)
        let pem = blocks?.first { $0.discriminator.hasSuffix("PRIVATE KEY") }?.pemString ?? ""
        if let rsa = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            key = .rsa(rsa)
        } else if let p256 = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            key = .p256(p256)
        } else if let ed25519 = try? Curve25519.Signing.PrivateKey(pemRepresentation: pem) {
            key = .ed25519(ed25519)
        } else {
            throw OpenIDConnectError(
                .configuration(.clientKey),
                "the client's key is neither an RSA key of 2,048 bits or more nor a P-256 or Ed25519 key, as PEM")
        }
        guard let certificate else {
            name = .init("kid", .string(try Self.thumbprint(key)))
            return
        }
        let parsed = try ClientCertificate(pem: certificate)
        guard parsed.publicKey == Self.publicKey(key) else {
            throw OpenIDConnectError(
                .configuration(.clientCertificate),
                "the client's certificate is not that of the client's key")
        }
        name = .init("x5t#S256", .string(parsed.fingerprint))
    }

    /// PS256 for an RSA key, unless the authority takes RS256 and not PS256; EdDSA for an Ed25519 key, unless the
    /// authority takes only the newer name (RFC 9864, section 2.2).
    ///
    /// - Parameter offered: `token_endpoint_auth_signing_alg_values_supported`.
    func algorithm(offered: [String]?) -> SignatureAlgorithm {
        switch key {
        case .rsa where offered?.contains("RS256") == true && offered?.contains("PS256") == false: .rs256
        case .rsa: .ps256
        case .p256: .es256
        case .ed25519 where offered?.contains("Ed25519") == true && offered?.contains("EdDSA") == false: .ed25519
        case .ed25519: .edDSA
        }
    }

    func signature(of bytes: [UInt8], by algorithm: SignatureAlgorithm) throws(OpenIDConnectError) -> [UInt8] {
        do {
            return switch key {
            case .rsa(let key):
                Array(
                    try key.signature(
                        for: SHA256.hash(data: bytes), padding: algorithm == .rs256 ? .insecurePKCS1v1_5 : .PSS
                    ).rawRepresentation)
            case .p256(let key): Array(try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation)
            case .ed25519(let key): Array(try key.signature(for: bytes))
            }
        } catch {
            throw OpenIDConnectError(.configuration(.clientKey), "the client's key does not sign")
        }
    }

    private static func publicKey(_ key: Key) -> Certificate.PublicKey {
        switch key {
        case .rsa(let key): Certificate.PublicKey(key.publicKey)
        case .p256(let key): Certificate.PublicKey(key.publicKey)
        case .ed25519(let key): Certificate.PublicKey(key.publicKey)
        }
    }

    /// The digest of the public key as a JWK with its required members in alphabetical order (RFC 7638, section 3).
    private static func thumbprint(_ key: Key) throws(OpenIDConnectError) -> String {
        let jwk: JSONObject
        switch key {
        case .rsa(let key):
            guard let numbers = try? key.publicKey.getKeyPrimitives() else {
                throw OpenIDConnectError(
                    .configuration(.clientKey), "the client's key has no public half")
            }
            jwk = ["e": encoded(numbers.publicExponent), "kty": .string("RSA"), "n": encoded(numbers.modulus)]
        case .p256(let key):
            let point = key.publicKey.rawRepresentation
            jwk = [
                "crv": .string("P-256"), "kty": .string("EC"), "x": encoded(point.prefix(32)),
                "y": encoded(point.suffix(32)),
            ]
        case .ed25519(let key):
            jwk = [
                "crv": .string("Ed25519"), "kty": .string("OKP"), "x": encoded(key.publicKey.rawRepresentation),
            ]
        }
        return Base64URL.encode(SHA256.hash(data: Array(JSONValue.object(jwk).text.utf8)))
    }

    private static func encoded(_ bytes: Data) -> JSONValue { .string(Base64URL.encode(bytes)) }
}
