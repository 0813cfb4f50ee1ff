import Encodings
package import HTTPTypes

/// The cookies of a request, by name (RFC 6265, section 5.4).
///
/// Several may have one name, if something has set one for another path; a cookie that isn't sealed is the first of
/// them.
package struct RequestCookies: Sendable {
    /// Maximum number of a request's cookies that are read.
    ///
    /// Browsers store fewer for a site.
    ///
    /// Each may cost a try to open it, and a field of the response that expires it.
    package static let limit = 200

    private let pairs: [(name: Substring, value: Substring)]

    /// Finds the cookies in the fields, without copies: a sealed cookie has thousands of bytes.
    package init(_ fields: HTTPFields) {
        var pairs: [(name: Substring, value: Substring)] = []
        for field in fields where field.name == .cookie { Self.append(field.value, to: &pairs) }
        self.pairs = pairs
    }

    package subscript(name: String) -> String? { value(of: name).map(String.init) }

    /// The value of a cookie without a copy.
    package func value(of name: String) -> Substring? { pairs.first { Self.isSame($0.name, name) }?.value }

    /// The values of all cookies with a name, in the order of the request.
    package func values(of name: String) -> [Substring] { pairs.filter { Self.isSame($0.name, name) }.map(\.value) }

    /// The number of cookies of such names.
    package func count(where isMeant: (Substring) -> Bool) -> Int { pairs.count { isMeant($0.name) } }

    /// Whether there is a cookie of such a name.
    package func contains(where isMeant: (Substring) -> Bool) -> Bool { pairs.contains { isMeant($0.name) } }

    /// The names with a prefix, each once.
    package func names(withPrefix prefix: String) -> [String] {
        var names: [String] = []
        for (name, _) in pairs where name.utf8.span.starts(with: prefix.utf8.span) {
            if !names.contains(where: { Self.isSame(name, $0) }) { names.append(String(name)) }
        }
        return names
    }

    /// Compares byte by byte, because `==` takes different spellings of a character for the same.
    private static func isSame(_ name: Substring, _ other: String) -> Bool {
        let (name, other) = (name.utf8.span, other.utf8.span)
        return name.count == other.count && name.starts(with: other)
    }

    private static func append(_ line: String, to pairs: inout [(name: Substring, value: Substring)]) {
        let bytes = line.utf8Span.span
        var start = 0
        func part(_ from: Int, _ to: Int) -> Substring {
            let utf8 = line.utf8
            let (from, to) = (utf8.index(utf8.startIndex, offsetBy: from), utf8.index(utf8.startIndex, offsetBy: to))
            return line[from..<to]
        }
        while start < bytes.count, pairs.count < limit {
            let end = bytes.firstIndex(of: UInt8(ascii: ";"), in: start..<bytes.count) ?? bytes.count
            if let equals = bytes.firstIndex(of: UInt8(ascii: "="), in: start..<end) {
                while bytes[start] == UInt8(ascii: " ") { start += 1 }
                pairs.append((part(start, equals), part(equals + 1, end)))
            }
            start = end + 1
        }
    }
}
