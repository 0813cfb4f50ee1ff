import Crypto

/// A short name of a key, which a sealed value has: four bytes that are derived from the key and reveal nothing about
/// it.
///
/// Two keys may share one, so it only narrows the search.
struct SealingKeyID: Sendable, Equatable {
    static let byteCount = 4

    private static let label = "sealed-cookies key id"

    let value: UInt32

    /// The name of a key: the first bytes of its HMAC-SHA-256 over a fixed text.
    init(of key: SecretBytes) {
        let key = unsafe key.withBytes { unsafe SymmetricKey(data: $0) }
        let code = HMAC<SHA256>.authenticationCode(for: Array(Self.label.utf8), using: key)
        value = code.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
