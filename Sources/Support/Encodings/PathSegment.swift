/// A text as one segment of a URL's path.
///
/// Servers may decode a path before they split it (as the WHATWG URL Standard does with `%2E%2E`, section 4.4), and
/// gateways may decode it once more. So a text that would then lead to another path can't be a segment, however it is
/// encoded.
package struct PathSegment: Sendable, Equatable {
    /// An encoded segment, U+FFFD, in place of a text that can't be one; nothing has this path.
    package static let replacement = "%EF%BF%BD"

    package let text: String
    /// The text, percent-encoded but for the unreserved characters (RFC 3986, section 2.3), as a query has it too.
    package let encoded: String

    /// Whether the text has unreserved characters alone.
    package var isPlain: Bool { encoded.utf8.count == text.utf8.count }

    /// Makes a segment of a text that isn't encoded.
    ///
    /// - Returns: `nil` if the text is empty or has a control character or U+FFFD, or if one of its parts between `/`
    ///   and `\` is `.` or `..`.
    package init?(_ text: String) {
        encoded = PercentEncoding.encode(text)
        self.text = text
        // Fast path: a plain text is one part.
        if isPlain {
            if Self.isStep(text.utf8) { return nil }
            return
        }
        let parts = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        if parts.contains(where: Self.isStep) || text.unicodeScalars.contains(where: Self.isRefused) { return nil }
    }

    /// Whether a part is empty, `.` or `..`.
    private static func isStep(_ part: some Collection<UInt8>) -> Bool {
        part.count <= 2 && part.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    /// Whether a character is a control character, or U+FFFD, which stands for something that couldn't be read.
    private static func isRefused(_ character: Unicode.Scalar) -> Bool {
        character.properties.generalCategory == .control || character == "\u{FFFD}"
    }
}
