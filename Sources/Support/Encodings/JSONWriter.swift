/// Writes JSON (RFC 8259) byte by byte into one array, because a coder with keys and containers takes much longer.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends text that is JSON already.
    package mutating func append(_ json: String) {
        bytes.append(contentsOf: json.utf8)
    }

    /// Makes room for so many more bytes.
    package mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    /// Appends the last digits of a number that isn't negative, with leading zeros.
    package mutating func append(_ number: Int, digits: Int) {
        var place = 1
        for _ in 1..<digits { place *= 10 }
        while place > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / place % 10))
            place /= 10
        }
    }

    /// Appends a string in quotation marks.
    ///
    /// Control characters are escaped (section 7). So are U+007F, U+2028 and U+2029, because a line of a log must stay
    /// one line for every reader.
    package mutating func append(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        guard text.utf8.contains(where: Self.mayNeedEscape) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): append(#"\n"#)
            case UInt8(ascii: "\r"): append(#"\r"#)
            case UInt8(ascii: "\t"): append(#"\t"#)
            case 0..<0x20, 0x7F:
                append(#"\u00"#)
                bytes.append(Hexadecimal.digit(byte >> 4))
                bytes.append(Hexadecimal.digit(byte & 15))
            case 0xA8, 0xA9:
                if endsLikeLineSeparator {
                    bytes.removeLast(2)
                    append(byte == 0xA8 ? #"\u2028"# : #"\u2029"#)
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xA8, 0xA9: true
        default: false
        }
    }

    /// Whether the last bytes are the first two of U+2028's and U+2029's three in UTF-8.
    private var endsLikeLineSeparator: Bool {
        bytes.count >= 2 && bytes[bytes.count - 2] == 0xE2 && bytes[bytes.count - 1] == 0x80
    }

    package mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let literal): append(literal)
        case .string(let text): append(string: text)
        case .array(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                append(value)
            }
            append("]")
        case .object(let object):
            append("{")
            for (index, member) in object.members.enumerated() {
                if index > 0 { append(",") }
                append(string: member.name)
                append(":")
                append(member.value)
            }
            append("}")
        }
    }

    /// A string in quotation marks.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.append(string: text)
        return writer.text
    }
}
