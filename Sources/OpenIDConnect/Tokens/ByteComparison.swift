/// Compares strings byte by byte.
///
/// Swift's `==` takes canonically equivalent strings for equal, which identifiers must not be (OpenID Connect Core, section 3.1.3.7), and
/// stops at the first difference, which tells a guesser how far the guess was right.
enum ByteComparison {
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
