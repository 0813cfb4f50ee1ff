/// Writes values in a fixed binary layout: numbers in big-endian order, texts behind their length.
package struct ByteWriter {
    package var bytes: [UInt8]

    package init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    // Not one generic function, because that isn't specialized in other modules.
    package mutating func append(_ number: UInt8) { bytes.append(number) }
    package mutating func append(_ number: UInt16) { bytes.append(bigEndian: UInt64(number), count: 2) }
    package mutating func append(_ number: UInt32) { bytes.append(bigEndian: UInt64(number), count: 4) }
    package mutating func append(_ number: Int64) { bytes.append(bigEndian: UInt64(bitPattern: number)) }

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
    /// Appends the lowest bytes of a number, the highest of them first.
    package mutating func append(bigEndian number: UInt64, count: Int = 8) {
        for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Replaces bytes by the lowest ones of a number, the highest of them first.
    package mutating func replace(bigEndian number: UInt64, at places: Range<Int>) {
        for place in places {
            self[place] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(places.upperBound - 1 - place)))
        }
    }
}
