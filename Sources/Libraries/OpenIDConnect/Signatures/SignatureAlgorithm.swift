import Crypto
import Encodings
import JWTKit

/// The signature algorithms that are accepted (RFC 7518, section 3.1; RFC 8037; RFC 9864, section 2.2).
///
/// `none` and the symmetric ones are not among them: a client's secret or a public key must never do as a signing key.
enum SignatureAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
    case edDSA = "EdDSA"
    /// The newer name of `EdDSA` with the only supported curve.
    case ed25519 = "Ed25519"

    /// The first half of a digest, as `at_hash` has it (OpenID Connect Core, section 3.1.3.6).
    func leftHalfOfDigest(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let digest =
            switch self {
            case .rs256, .ps256, .es256: Array(SHA256.hash(data: bytes))
            case .rs384, .ps384, .es384: Array(SHA384.hash(data: bytes))
            case .rs512, .ps512, .es512, .edDSA, .ed25519: Array(SHA512.hash(data: bytes))
            }
        return Array(digest.prefix(digest.count / 2))
    }

    /// A refused `alg`, or a list of such, with what to do, for the log and `check`.
    static func advice(on algorithm: JSONValue?) -> String {
        guard let algorithm else { return "no alg" }
        let isSymmetric = algorithm.strings?.contains { $0.hasPrefix("HS") } ?? false
        let names = algorithm.strings?.joined(separator: ", ") ?? algorithm.text
        return isSymmetric ? "\(names): choose an asymmetric signing key for this client at the provider" : names
    }

    /// JWTKit's name of the algorithm.
    var named: JWK.Algorithm? { JWK.Algorithm(rawValue: self == .ed25519 ? Self.edDSA.rawValue : rawValue) }
}
