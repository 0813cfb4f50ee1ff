/// Reads what a ``ByteWriter`` wrote.
///
/// Each length is checked against the remaining bytes; a read that needs more returns `nil` and consumes none.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { position == bytes.count }

    /// A number of at most 64 bits.
    @inlinable
    package mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        word(Number.bitWidth / 8).map { Number(truncatingIfNeeded: $0) }
    }

    package mutating func fixed(_ count: Int) -> [UInt8]? {
        take(count).map(Array.init)
    }

    /// So many bytes without a copy.
    package mutating func slice(_ count: Int) -> ArraySlice<UInt8>? {
        take(count)
    }

    package mutating func text() -> String? {
        word(3).flatMap { take(Int($0)) }.flatMap { String(utf8: $0.span) }
    }

    /// An optional text; the outer optional is `nil` if the bytes are invalid.
    package mutating func optionalText() -> String?? {
        switch word(1) {
        case 0: .some(nil)
        case 1: text().map { .some($0) }
        default: nil
        }
    }

    /// So many bytes as a number in big-endian order; of one type, so that the loop isn't generic.
    @usableFromInline
    package mutating func word(_ count: Int) -> UInt64? {
        take(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
