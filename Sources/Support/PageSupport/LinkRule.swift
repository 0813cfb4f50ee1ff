/// Decides which values may be the target of a link, a form or an image.
///
/// A target is a path that starts with one `/`, a query, a fragment, or an `http`, `https` or `mailto` URL. White
/// space, control and invisible format characters are refused everywhere, because browsers drop some of them before
/// they parse the URL (WHATWG URL Standard, section 4.4).
enum LinkRule {
    /// Whether a value may be a whole URL.
    static func allows(_ value: String) -> Bool {
        guard value.unicodeScalars.allSatisfy(isVisible) else { return false }
        let utf8 = value.utf8
        switch utf8.first {
        case UInt8(ascii: "?"), UInt8(ascii: "#"):
            return true
        case UInt8(ascii: "/"):
            return !isSlash(utf8.dropFirst().first)
        default:
            return ["http://", "https://", "mailto:"].contains { scheme in
                startsIgnoringCase(utf8, with: scheme) && isHostStart(utf8.dropFirst(scheme.utf8.count).first)
            }
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x21...0x7E).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
        default: true
        }
    }

    /// Browsers read `\` as `/`.
    private static func isSlash(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    private static func isHostStart(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return !isSlash(byte) && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }

    private static func startsIgnoringCase(_ utf8: String.UTF8View, with scheme: String) -> Bool {
        utf8.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }.starts(with: scheme.utf8)
    }
}
