import Crypto
import FoundationEssentials

/// A challenge by method S256, the only one that is taken (RFC 7636, section 4).
struct CodeChallenge: Sendable, Equatable, Codable {
    let text: String

    /// - Returns: `nil` where the text isn't the encoding of a SHA-256 hash.
    init?(_ text: String) {
        guard text.utf8.count == 43, Base64URL.decode(text)?.count == 32 else { return nil }
        self.text = text
    }

    /// The challenge of a verifier; `nil` where the verifier is not 43 to 128 unreserved characters.
    init?(verifier: String) {
        let allowed = verifier.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                true
            default: false
            }
        }
        guard allowed, (43...128).contains(verifier.utf8.count) else { return nil }
        text = Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
    }
}
