/// A path on this site to which a sign-in comes back.
///
/// Browsers read more into a URL than RFC 3986 does: a backslash is a slash to them, and tabs and line ends vanish. So only a path of plain
/// characters whose second one is no slash is taken; what is odd counts as not given.
struct ReturnPath: Sendable, Equatable {
    /// The most bytes that a path may have, so that it fits the cookie of a sign-in.
    static let maximumBytes = 1000

    let value: String

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.maximumBytes, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") })
        else { return nil }
        let path = text.prefix { $0 != "?" }
        // What is percent-encoded is read as a browser and a router would: once more than looks needed.
        let plain = path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/").replacing("%5c", with: "\\")
        let segments = plain.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard !plain.contains("\\"), !plain.contains("//"), !segments.contains(".."), !segments.contains("."),
            !plain.hasPrefix("/auth/"), plain != "/auth",
            ![SitePath.signIn, SitePath.signUp, SitePath.facebook, SitePath.passwordReset, SitePath.profile, SitePath.signOut].contains(
                plain),
            !plain.hasPrefix(SitePath.signIn + "/")
        else { return nil }
        value = text
    }
}
