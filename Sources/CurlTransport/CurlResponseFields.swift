import Encodings
import HTTPTypes

/// Reads header lines (RFC 9112, section 5) into fields.
enum CurlResponseFields {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The fields in their order.
    ///
    /// An invalid line is ignored; a folded one continues the field before it.
    static func parse(_ head: [UInt8]) -> HTTPFields {
        unsafe head.withUnsafeBufferPointer { head in
            var fields = HTTPFields()
            fields.reserveCapacity(16)
            // The field of the line before, which the next line may continue.
            var pending: HTTPField?
            var start = 0
            while start < head.count {
                var end = start
                while unsafe end < head.count && head[end] != UInt8(ascii: "\n") { end += 1 }
                let line = unsafe trim(head, start, end)
                let isFolded = unsafe isSpace(head[start])
                start = end + 1
                if isFolded {
                    if let field = pending {
                        pending = unsafe HTTPField(name: field.name, value: Array(field.value.utf8) + [0x20] + line)
                    }
                } else {
                    if let field = pending { fields.append(field) }
                    pending = unsafe field(in: line)
                }
            }
            if let field = pending { fields.append(field) }
            return fields
        }
    }

    private static func field(in line: Bytes) -> HTTPField? {
        let span = unsafe line.span
        guard let colon = span.firstIndex(of: UInt8(ascii: ":"), in: 0..<span.count),
            let name = String(utf8: span.extracting(0..<colon)).flatMap({ HTTPField.Name($0) })
        else { return nil }
        let value = unsafe trim(line, colon + 1, line.count)
        // Fast path, because nearly all values are UTF-8.
        if let text = unsafe String(utf8: value.span) { return HTTPField(name: name, value: text) }
        return unsafe HTTPField(name: name, value: value)
    }

    private static func trim(_ bytes: Bytes, _ start: Int, _ end: Int) -> Bytes {
        var (start, end) = (start, end)
        while unsafe start < end && isSpace(bytes[start]) { start += 1 }
        while unsafe end > start && isSpace(bytes[end - 1]) { end -= 1 }
        return unsafe Bytes(rebasing: bytes[start..<end])
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }
}
