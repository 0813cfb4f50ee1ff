import Crypto
import Encodings
import SessionStorage

/// The names of sessions and users in logs: digests, from which neither a cookie nor a claim can be derived.
enum LogName {
    /// 12 hexadecimal digits; they have nothing in common with the name of ``UserSession``, which ends a session.
    static func of(_ session: SessionID) -> String { digest(Array("log session ".utf8) + session.bytes, byteCount: 6) }

    /// 16 hexadecimal digits of the SHA-256 of `user `, followed by the text under which the user's data is stored.
    static func of(user: String) -> String { digest(Array("user \(user)".utf8), byteCount: 8) }

    private static func digest(_ bytes: [UInt8], byteCount: Int) -> String {
        Hexadecimal.encode(Array(SHA256.hash(data: bytes).prefix(byteCount)))
    }
}
