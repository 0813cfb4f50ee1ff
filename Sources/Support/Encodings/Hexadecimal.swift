/// Bytes as hexadecimal digits, two each.
package enum Hexadecimal {
    static let upper = Array("0123456789ABCDEF".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
            for index in bytes.indices {
                unsafe digits[2 * index] = digit(bytes[index] >> 4)
                unsafe digits[2 * index + 1] = digit(bytes[index] & 15)
            }
            return 2 * bytes.count
        }
    }

    /// Appends a number's 16 digits.
    package static func append(_ word: UInt64, to text: inout [UInt8]) {
        for shift in stride(from: 60, through: 0, by: -4) { text.append(digit(UInt8(word >> UInt64(shift) & 15))) }
    }

    /// The digit of a value from 0 to 15, in lower case.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// The bytes of digits in either case; `nil` if the number of digits is odd or a character is no digit.
    package static func decode(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap(value)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The value of a digit in either case; `nil` for any other byte.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
