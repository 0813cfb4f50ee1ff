import HTTPTransport

/// A path on this site, parsed as browsers parse it.
///
/// Browsers read more into a URL than RFC 3986 does: a backslash is a slash to them, and tabs and line ends vanish. So
/// only a path of plain characters whose second one is no slash is taken.
package struct LocalPath: Sendable, Equatable {
    /// Maximum length of a path with its query, in bytes, so that it fits a cookie.
    package static let maximumBytes = 500

    /// The path and its query, as given.
    package let value: String
    /// The path without its query as a peer that decodes it first sees it, in lower case and without a final slash.
    package let route: String

    /// - Returns: `nil` for anything that might lead elsewhere.
    package init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.maximumBytes, text.hasPrefix("/"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }),
            let segments = Self.segments(Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") }))
        else { return nil }
        value = text
        route = "/" + segments.joined(separator: "/")
    }

    /// Whether the path is another one, or below it; case is ignored.
    package func isIn(_ path: String) -> Bool {
        let path = path.lowercased()
        guard route.hasPrefix(path) else { return false }
        return route.utf8.count == path.utf8.count || path.hasSuffix("/")
            || route.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }

    /// The decoded segments, without the empty one after a final slash.
    ///
    /// - Returns: `nil` if they would lead elsewhere than they seem to, or need decoding once more.
    private static func segments(_ path: Substring) -> [String]? {
        guard let plain = HTTPURL.decode(segment: path)?.lowercased(),
            plain.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "%") })
        else { return nil }
        var segments = plain.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
            .map { String(Substring($0)) }
        if segments.last == "" { segments.removeLast() }
        return segments.contains { ["", ".", ".."].contains($0) } ? nil : segments
    }
}
