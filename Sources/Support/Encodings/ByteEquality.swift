/// Compares bytes, and texts byte by byte.
///
/// Swift's `==` takes canonically equivalent strings for equal, which identifiers must not be (OpenID Connect Core,
/// section 3.1.3.7). The time depends on the length alone and not on the position of a difference, so secrets can be
/// compared as well.
package enum ByteEquality {
    package static func equal(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        equal(one.span, other.span)
    }

    package static func equal(_ one: String, _ other: String) -> Bool {
        equal(Array(one.utf8), Array(other.utf8))
    }

    package static func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
    }
}
