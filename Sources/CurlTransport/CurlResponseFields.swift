import HTTPTypes

/// Reads header lines (RFC 9112, section 5) into fields.
enum CurlResponseFields {
    /// The fields in their order.
    ///
    /// A line that is none is passed over, a folded one continues the field before it.
    static func parse(_ head: [UInt8]) -> HTTPFields {
        var fields = HTTPFields()
        var pending: HTTPField?
        var rest = head[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = trim(rest[..<end])
            let isFolded = rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
            rest = rest[min(end + 1, rest.endIndex)...]
            if isFolded {
                if let field = pending { pending = HTTPField(name: field.name, value: Array(field.value.utf8) + [0x20] + line) }
                continue
            }
            if let field = pending { fields.append(field) }
            pending = field(in: line)
        }
        if let field = pending { fields.append(field) }
        return fields
    }

    private static func field(in line: ArraySlice<UInt8>) -> HTTPField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { return nil }
        return HTTPField(name: name, value: trim(line[(colon + 1)...]))
    }

    private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var trimmed = bytes.drop(while: isSpace)
        while let last = trimmed.last, isSpace(last) { trimmed.removeLast() }
        return trimmed
    }
}
