import COpenSSL

/// Comparisons whose time says nothing about where two values differ.
package enum ConstantTime {
    /// Whether both have the same bytes.
    ///
    /// That the lengths differ does show.
    package static func equal(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        equal(one.span, other.span)
    }

    /// Whether both have the same UTF-8 bytes.
    ///
    /// That the lengths differ does show.
    package static func equal(_ one: String, _ other: String) -> Bool {
        equal(Array(one.utf8), Array(other.utf8))
    }

    /// The same over bytes that stand anywhere.
    static func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe one.withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in unsafe CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0 }
        }
    }
}
