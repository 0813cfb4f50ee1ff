/// A text as one segment of a URL's path.
///
/// Servers may decode a path before they split it (as the WHATWG URL Standard does with `%2E%2E`, section 4.4), and
/// gateways may decode it once more. So a text that would then lead to another path can't be a segment, however it is
/// encoded.
package enum PathSegment {
    /// An encoded segment, U+FFFD, in place of a text that can't be one; nothing has this path.
    package static let replacement = "%EF%BF%BD"

    /// The text, percent-encoded but for the unreserved characters (RFC 3986, section 2.3).
    ///
    /// - Returns: `nil` if the text is empty or has a control character or U+FFFD, or if one of its parts between `/`
    ///   and `\` is `.` or `..`.
    package static func encode(_ text: String) -> String? {
        let encoded = PercentEncoding.encode(text)
        // Fast path: a text without an escape is one part.
        if encoded.utf8.count == text.utf8.count { return text.utf8.count <= 2 && isStep(text.utf8) ? nil : text }
        let parts = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        return parts.contains(where: isStep) || text.unicodeScalars.contains(where: isRefused) ? nil : encoded
    }

    /// Whether a text can be a segment.
    package static func isValid(_ text: String) -> Bool { encode(text) != nil }

    /// Whether a part is empty, `.` or `..`.
    private static func isStep(_ part: some Collection<UInt8>) -> Bool {
        part.count <= 2 && part.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    /// Whether a character is a control character, or U+FFFD, which stands for something that couldn't be read.
    private static func isRefused(_ character: Unicode.Scalar) -> Bool {
        character.properties.generalCategory == .control || character == "\u{FFFD}"
    }
}
