import Crypto
import Encodings
import PortableFoundation

/// The signature of a token, correct or not.
enum TokenSignature {
    /// By the key, as it should be.
    case honest(SigningKey)
    /// `alg` is `none`, and there is no signature.
    case none
    /// By the key, and then changed.
    case damaged(SigningKey)
    /// By one key in the name of another.
    case forged(by: SigningKey, inTheNameOf: SigningKey)
    /// HS256 with bytes that others have too: the provider's public key, or the client's secret.
    case symmetric(String, inTheNameOf: SigningKey)

    /// The compact form (RFC 7515, section 3.1).
    ///
    /// Members of `header` replace the usual ones; `null` takes one out.
    func token(_ claims: JSONMembers, header changes: JSONMembers = [:], type: String = "JWT") throws -> String {
        try token(payload: .object(claims), header: changes, type: type)
    }

    /// The same with any payload, also such as no token has.
    func token(payload: JSON, header changes: JSONMembers = [:], type: String = "JWT") throws -> String {
        let header = usualHeader(type: type).with(changes)
        let input = "\(Base64URL.encode(JSON.object(header).text.utf8)).\(Base64URL.encode(payload.text.utf8))"
        return "\(input).\(Base64URL.encode(try signature(of: Array(input.utf8))))"
    }

    private func usualHeader(type: String) -> JSONMembers {
        switch self {
        case .none: ["alg": "none", "typ": .string(type)]
        case .honest(let key), .damaged(let key), .forged(_, let key):
            ["alg": .string(key.algorithm), "typ": .string(type), "kid": .string(key.id)]
        case .symmetric(_, let key): ["alg": "HS256", "typ": .string(type), "kid": .string(key.id)]
        }
    }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] {
        switch self {
        case .none: return []
        case .honest(let key), .forged(let key, _): return try key.signature(of: bytes)
        case .damaged(let key):
            var signature = try key.signature(of: bytes)
            signature[signature.count / 2] ^= 0x55
            return signature
        case .symmetric(let secret, _):
            return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: Array(secret.utf8))))
        }
    }
}
