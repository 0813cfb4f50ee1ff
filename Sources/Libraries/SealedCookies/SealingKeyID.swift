import COpenSSL

/// A short name of a key, which a sealed value has: four bytes that are derived from the key and reveal nothing about
/// it.
///
/// Two keys may share one, so it only narrows the search.
struct SealingKeyID: Sendable, Equatable {
    static let byteCount = 4

    private static let label = "sealed-cookies key id"

    let value: UInt32

    /// The name of a key: the first bytes of its HMAC-SHA-256 over a fixed text.
    init(of key: SecretBytes) throws(SealingError) {
        var digest = [UInt8](repeating: 0, count: 32)
        var written = 0
        let label = Array(Self.label.utf8)
        let made = unsafe key.withBytes { key in
            unsafe EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, key.baseAddress, key.count, label, label.count, &digest, digest.count,
                &written) != nil
        }
        guard made, written == digest.count else { throw SealingError(.libraryFailed) }
        value = digest[..<Self.byteCount].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
