/// Percent-encoding (RFC 3986, section 2.1), and the variant of it that forms use (WHATWG URL Standard, section 5).
package enum PercentEncoding {
    /// Whether a byte is an unreserved character (RFC 3986, section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        isCommon(byte) || byte == UInt8(ascii: "~")
    }

    /// Encodes all but the unreserved characters.
    package static func encode(_ text: String) -> String {
        let utf8 = text.utf8.span
        var bytes: [UInt8] = []
        var plain = 0
        for index in utf8.indices where !isUnreserved(utf8[index]) {
            bytes.append(copying: utf8.extracting(plain..<index))
            append(escaped: utf8[index], to: &bytes)
            plain = index + 1
        }
        if plain == 0 { return text }
        bytes.append(copying: utf8.extracting(plain..<utf8.count))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes a name or value of a form: letters, digits and `*-._` stay, and a space becomes `+`.
    package static func encode(form text: String) -> String {
        if text.utf8.allSatisfy(isCommon) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            case UInt8(ascii: "*"): bytes.append(byte)
            default: if isCommon(byte) { bytes.append(byte) } else { append(escaped: byte, to: &bytes) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text that was encoded; `nil` if a percent sign isn't followed by two digits or the bytes aren't UTF-8.
    package static func decode(_ text: Substring) -> String? {
        decode(text, plus: UInt8(ascii: "+"))
    }

    /// The name or value of a form that was encoded; `nil` on the same conditions.
    package static func decode(form text: Substring) -> String? {
        decode(text, plus: UInt8(ascii: " "))
    }

    /// Decodes the name or value of a form, and never fails.
    ///
    /// A percent sign that isn't followed by two digits stands for itself, and U+FFFD for bytes that aren't UTF-8.
    package static func decode(leniently text: Substring) -> String {
        if let text = decode(form: text) { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap(Hexadecimal.value)
                bytes.append(digits.count == 2 ? digits[0] << 4 | digits[1] : byte)
                if digits.count == 2 { rest = rest.dropFirst(2) }
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func decode(_ text: Substring, plus: UInt8) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(plus)
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(Hexadecimal.value),
                    let low = rest.next().flatMap(Hexadecimal.value)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(utf8: bytes.span)
    }

    /// Whether both variants leave a byte as it is.
    private static func isCommon(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Hexadecimal.upper[Int(byte >> 4)])
        bytes.append(Hexadecimal.upper[Int(byte & 15)])
    }
}
