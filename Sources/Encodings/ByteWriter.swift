/// Writes values in a fixed binary layout: numbers in big-endian order, texts behind their length.
package struct ByteWriter {
    package var bytes: [UInt8]

    package init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    @inlinable
    package mutating func append(_ number: some FixedWidthInteger) {
        bytes.append(bigEndian: number)
    }

    package mutating func append(fixed part: [UInt8]) {
        bytes += part
    }

    /// A text of up to 16 MiB, behind its length in three bytes.
    package mutating func append(_ text: String) {
        let count = text.utf8.count
        append(UInt8(truncatingIfNeeded: count >> 16))
        append(UInt16(truncatingIfNeeded: count))
        bytes += text.utf8
    }

    package mutating func append(_ text: String?) {
        append(UInt8(text == nil ? 0 : 1))
        if let text { append(text) }
    }
}

extension [UInt8] {
    /// Appends a number's bytes, the highest first.
    @inlinable
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
