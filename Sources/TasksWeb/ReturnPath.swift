import HTTPTransport

/// A path on this site to which a sign-in comes back.
///
/// Browsers read more into a URL than RFC 3986 does: a backslash is a slash to them, and tabs and line ends vanish. So only a path of plain
/// characters whose second one is no slash is taken; what is odd counts as not given.
struct ReturnPath: Sendable, Equatable {
    /// The most bytes that a path may have, so that it fits the cookie of a sign-in.
    static let maximumBytes = 1000
    /// Where a sign-in would begin anew, or something other than a page is.
    private static let excluded: Set = [
        SitePath.signIn, SitePath.signUp, SitePath.facebook, SitePath.passwordReset, SitePath.profile, SitePath.signOut,
    ]

    let value: String

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.maximumBytes, text.hasPrefix("/"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }),
            let segments = Self.segments(text.prefix { $0 != "?" })
        else { return nil }
        let route = "/" + segments.joined(separator: "/")
        guard segments.first != "auth", segments.first != SitePath.signIn.dropFirst().description, !Self.excluded.contains(route) else {
            return nil
        }
        value = text
    }

    /// The segments of a path as whoever decodes it before looking at it sees them, without the empty one that a final slash makes.
    ///
    /// - Returns: `nil` where they would lead elsewhere than they seem to, or need decoding once more.
    private static func segments(_ path: Substring) -> [String]? {
        guard let plain = HTTPURL.decode(segment: path)?.lowercased(),
            plain.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" && $0 != "\\" && $0 != "%" })
        else { return nil }
        var segments = plain.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if segments.last == "" { segments.removeLast() }
        return segments.contains { ["", ".", ".."].contains($0) } ? nil : segments
    }
}
