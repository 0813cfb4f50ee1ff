/// Bytes as hexadecimal digits, two each.
package enum Hexadecimal {
    static let upper = Array("0123456789ABCDEF".utf8)
    static let lower = Array("0123456789abcdef".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(lower[Int(byte >> 4)])
            digits.append(lower[Int(byte & 15)])
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes of digits in either case; `nil` if the number of digits is odd or a character is no digit.
    package static func decode(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap(value)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The value of a digit in either case; `nil` for any other byte.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
