/// Comparisons whose time doesn't reveal the position of a difference.
///
/// A difference in length does show. Texts are compared byte by byte: Swift's `==` takes canonically equivalent strings
/// for equal, which identifiers must not be (OpenID Connect Core, section 3.1.3.7).
package enum ConstantTime {
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
