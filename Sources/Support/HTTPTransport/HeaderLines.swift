import Encodings
package import HTTPTypes

/// The header lines of a response (RFC 9112, section 5), which are parsed on access.
///
/// Most responses are read for few fields, or none. An invalid line is ignored; a folded one continues the field
/// before it.
package struct HeaderLines: Sendable {
    /// The lines with their ends, without the status line.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// All fields, in their order.
    var fields: HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(16)
        forEachLine { line in
            guard let colon = bytes.span.firstIndex(of: UInt8(ascii: ":"), in: line),
                let name = String(utf8: bytes.span.extracting(line.lowerBound..<colon)).flatMap({ HTTPField.Name($0) })
            else { return }
            fields.append(field(name, colon + 1..<line.upperBound))
        }
        return fields
    }

    /// The values of the fields with this name, in their order.
    package func values(of name: HTTPField.Name) -> [String] {
        var values: [String] = []
        let canonicalName = name.canonicalName
        forEachLine { line in
            if let value = value(of: canonicalName, in: line) { values.append(field(name, value).value) }
        }
        return values
    }

    /// The elements of the lists in the fields with this name (RFC 9110, section 5.6.1).
    ///
    /// Empty elements are among them; white space around an element is left out.
    package func elements(of name: HTTPField.Name) -> [String] {
        let values = values(of: name)
        // Fast path, because nearly all fields have one value.
        guard values.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) else { return values }
        return values.flatMap { value in
            value.split(separator: ",", omittingEmptySubsequences: false).map { String($0.withoutOuterSpaces) }
        }
    }

    /// The lines without the fields of these names.
    package func removing(_ names: [HTTPField.Name]) -> HeaderLines {
        var left: [UInt8] = []
        forEachLine { line in
            if names.allSatisfy({ value(of: $0.canonicalName, in: line) == nil }) { left += bytes[line] }
        }
        return HeaderLines(bytes: left)
    }

    /// Calls the function with the place of each line and the folds that continue it.
    private func forEachLine(_ body: (Range<Int>) -> Void) {
        var start = 0
        while start < bytes.count {
            var end = start
            repeat {
                end = bytes.span.firstIndex(of: UInt8(ascii: "\n"), in: end..<bytes.count).map { $0 + 1 } ?? bytes.count
            } while end < bytes.count && Self.isSpace(bytes[end])
            body(start..<end)
            start = end
        }
    }

    /// The place of a line's value, if it is a field with this name.
    private func value(of canonicalName: String, in line: Range<Int>) -> Range<Int>? {
        let colon = line.lowerBound + canonicalName.utf8.count
        guard colon < line.upperBound, bytes[colon] == UInt8(ascii: ":"),
            isName(line.lowerBound..<colon, canonicalName)
        else { return nil }
        return colon + 1..<line.upperBound
    }

    private func field(_ name: HTTPField.Name, _ value: Range<Int>) -> HTTPField {
        let content = trimmed(value)
        // Fast path, because nearly all values are one line of UTF-8.
        if bytes.span.firstIndex(of: UInt8(ascii: "\n"), in: content) == nil {
            if let text = String(utf8: bytes.span.extracting(content)) { return HTTPField(name: name, value: text) }
            return HTTPField(name: name, value: bytes[content])
        }
        let lines = bytes[content].split(separator: UInt8(ascii: "\n")).map { bytes[trimmed($0.indices)] }
        return HTTPField(name: name, value: Array(lines.filter { !$0.isEmpty }.joined(separator: [0x20])))
    }

    private func trimmed(_ value: Range<Int>) -> Range<Int> {
        var (start, end) = (value.lowerBound, value.upperBound)
        while start < end && Self.isSpaceOrEnd(bytes[start]) { start += 1 }
        while end > start && Self.isSpaceOrEnd(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Whether the bytes are this canonical name, in any case; both must have the same length.
    private func isName(_ place: Range<Int>, _ canonicalName: String) -> Bool {
        let (text, name) = (bytes.span.extracting(place), canonicalName.utf8.span)
        for index in text.indices {
            let byte = text[index]
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if (isUpper ? byte | 0x20 : byte) != name[index] { return false }
        }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isSpaceOrEnd(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x0D || byte == 0x0A }
}
