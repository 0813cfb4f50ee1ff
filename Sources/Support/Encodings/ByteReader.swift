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

    // Not one generic function, because that isn't specialized in other modules.
    package mutating func uint8() -> UInt8? { word(1).map { UInt8(truncatingIfNeeded: $0) } }
    package mutating func uint16() -> UInt16? { word(2).map { UInt16(truncatingIfNeeded: $0) } }
    package mutating func uint32() -> UInt32? { word(4).map { UInt32(truncatingIfNeeded: $0) } }
    package mutating func int64() -> Int64? { word(8).map { Int64(bitPattern: $0) } }

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

    /// So many bytes as a number in big-endian order.
    private mutating func word(_ count: Int) -> UInt64? {
        guard count <= bytes.count - position else { return nil }
        var word: UInt64 = 0
        for place in position..<position + count { word = word << 8 | UInt64(bytes[place]) }
        position += count
        return word
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
