/// Reads what a ``ByteWriter`` wrote.
///
/// Each length is checked against what is there; a read that finds too little yields `nil`.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { position == bytes.count }

    /// A number of 64 bits at most, read as one of 64: the loop over its bytes is then no generic one.
    package mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        take(Number.bitWidth / 8).map { bytes in Number(truncatingIfNeeded: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
    }

    package mutating func fixed(_ count: Int) -> [UInt8]? {
        take(count).map(Array.init)
    }

    package mutating func text() -> String? {
        guard let length = take(3).map({ $0.reduce(0) { $0 << 8 | Int($1) } }) else { return nil }
        return take(length).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// An optional text; the outer optional says whether it could be read.
    package mutating func optionalText() -> String?? {
        switch number(UInt8.self) {
        case 0: .some(nil)
        case 1: text().map { .some($0) }
        default: nil
        }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
