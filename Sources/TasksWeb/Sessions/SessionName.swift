import Crypto
import Encodings
import SessionRegistry

/// What a session is called in a URL: a digest of its handle.
enum SessionName {
    static func of(_ handle: SessionHandle) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array("latchkey session ".utf8) + handle.bytes).prefix(12)))
    }
}
