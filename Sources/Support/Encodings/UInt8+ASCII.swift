extension UInt8 {
    /// Whether the byte is a digit from 0 to 9 in ASCII.
    @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is a letter from A to Z in ASCII, in either case.
    @inlinable package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
