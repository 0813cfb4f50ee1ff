import Crypto
import CryptoExtras
import Encodings
import PortableFoundation

/// The public key of a client or of an issuer of assertions, as it is registered.
enum RegisteredKey {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)

    init?(pem: String) {
        if let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) {
            self = .rsa(key)
        } else if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            self = .p256(key)
        } else if let key = try? Curve25519.Signing.PublicKey(pemRepresentation: pem) {
            self = .ed25519(key)
        } else {
            return nil
        }
    }

    func verifies(_ signature: [UInt8], of bytes: [UInt8], _ algorithm: String) -> Bool {
        let digest = SHA256.hash(data: bytes)
        switch (self, algorithm) {
        case (.rsa(let key), "RS256"), (.rsa(let key), "PS256"):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: Data(signature)), for: digest,
                padding: algorithm == "PS256" ? .PSS : .insecurePKCS1v1_5)
        case (.p256(let key), "ES256"):
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Data(signature))
            return signature.map { key.isValidSignature($0, for: digest) } ?? false
        case (.ed25519(let key), "EdDSA"), (.ed25519(let key), "Ed25519"):
            return key.isValidSignature(signature, for: bytes)
        default: return false
        }
    }

    /// The JWK thumbprint (RFC 7638, section 3).
    var thumbprint: String {
        func text(_ bytes: some Sequence<UInt8>) -> String { "\"\(Base64URL.encode(Array(bytes)))\"" }
        let members: String
        switch self {
        case .rsa(let key):
            guard let numbers = try? key.getKeyPrimitives() else { return "" }
            members = #""e":\#(text(numbers.publicExponent)),"kty":"RSA","n":\#(text(numbers.modulus))"#
        case .p256(let key):
            let point = key.rawRepresentation
            members = #""crv":"P-256","kty":"EC","x":\#(text(point.prefix(32))),"y":\#(text(point.suffix(32)))"#
        case .ed25519(let key): members = #""crv":"Ed25519","kty":"OKP","x":\#(text(key.rawRepresentation))"#
        }
        return Base64URL.encode(SHA256.hash(data: Array("{\(members)}".utf8)))
    }
}
