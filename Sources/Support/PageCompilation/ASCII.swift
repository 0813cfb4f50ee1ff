/// The character classes by which HTML is cut into tokens; HTML's syntax is ASCII throughout.
enum ASCII {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
            || byte == UInt8(ascii: "\r") || byte == 0x0C
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The bytes of tag and attribute names; HTML allows more, which are never used.
    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ":")
    }

    static func starts(_ bytes: ArraySlice<UInt8>, with lowercasePrefix: String) -> Bool {
        bytes.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }.starts(with: lowercasePrefix.utf8)
    }
}
