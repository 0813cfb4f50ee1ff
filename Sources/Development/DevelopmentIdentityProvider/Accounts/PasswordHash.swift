import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials

/// A password's salted hash, as an account's row has it: `$scrypt$ln=15,r=8,p=1$SALT$HASH`.
///
/// A hash takes some 80 ms and 32 MiB on purpose, so make it on the database's queue and on no event loop.
struct PasswordHash: Sendable {
    let text: String

    /// Hashes a password with a new salt.
    ///
    /// - Parameter cost: N of scrypt as a power of two (RFC 7914, section 2).
    init(_ password: String, cost: Int) throws {
        try self.init(password, cost: cost, salt: Data(SecureRandom.bytes(16)))
    }

    /// A hash that was stored.
    init(text: String) {
        self.text = text
    }

    private init(_ password: String, cost: Int, salt: Data) throws {
        let hash = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: 1 << cost, blockSize: 8, parallelism: 1)
        let encoded = [salt, hash.withUnsafeBytes { Data($0) }].map {
            $0.base64EncodedString().replacing("=", with: "")
        }
        text = "$scrypt$ln=\(cost),r=8,p=1$\(encoded[0])$\(encoded[1])"
    }

    /// Whether the hash was made of this password.
    func matches(_ password: String) -> Bool {
        let parts = text.split(separator: "$")
        guard parts.count == 4, let cost = Int(parts[1].dropFirst(3).prefix { $0 != "," }),
            let salt = Data(base64Encoded: "\(parts[2])==")
        else { return false }
        return (try? PasswordHash(password, cost: cost, salt: salt))?.text == text
    }
}

/// A password that a user chose: long enough to be one, short enough to be hashed.
struct NewPassword: Sendable {
    /// In Unicode scalars.
    static let minimumLength = 8
    /// In UTF-8 bytes.
    static let maximumByteCount = 1024

    let text: String

    init?(_ text: String) {
        guard text.unicodeScalars.count >= Self.minimumLength, text.utf8.count <= Self.maximumByteCount else {
            return nil
        }
        self.text = text
    }
}
