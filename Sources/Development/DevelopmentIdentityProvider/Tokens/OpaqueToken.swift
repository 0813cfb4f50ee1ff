import Crypto
import Encodings
import FoundationEssentials

/// A random value of which only the hash is stored, so that a copy of the database opens nothing.
struct OpaqueToken: Sendable, Equatable {
    let text: String

    /// 256 random bits.
    init() {
        text = SecureRandom.text()
    }

    /// A presented value.
    init(_ text: String) {
        self.text = text
    }

    var hash: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
