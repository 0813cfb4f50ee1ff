import Crypto
import Encodings

/// A challenge by method S256, the only one that is taken (RFC 7636, section 4).
struct CodeChallenge: Sendable, Equatable, Codable {
    let text: String

    /// - Returns: `nil` if the text isn't the encoding of a SHA-256 hash.
    init?(_ text: String) {
        guard text.utf8.count == 43, Base64URL.decode(text)?.count == 32 else { return nil }
        self.text = text
    }

    /// The challenge of a verifier; `nil` if the verifier is not 43 to 128 unreserved characters.
    init?(verifier: String) {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(PercentEncoding.isUnreserved) else {
            return nil
        }
        text = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    }
}
