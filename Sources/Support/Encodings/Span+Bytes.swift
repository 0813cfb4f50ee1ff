import SystemLibrary

extension Span<UInt8> {
    /// The place of a byte's first occurrence in a range; `nil` if there is none.
    package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        unsafe extracting(range).withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress, let found = unsafe memchr(base, CInt(byte), bytes.count) else {
                return nil
            }
            return unsafe range.lowerBound + (UnsafeRawPointer(found) - UnsafeRawPointer(base))
        }
    }

    /// Whether the first bytes are these.
    package func starts(with prefix: Span<UInt8>) -> Bool {
        guard prefix.count <= count else { return false }
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe prefix.withUnsafeBufferPointer { prefix in
                guard let base = bytes.baseAddress, let start = prefix.baseAddress else { return prefix.isEmpty }
                return unsafe memcmp(base, start, prefix.count) == 0
            }
        }
    }
}

extension [UInt8] {
    package mutating func append(copying span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
