import OpenIDConnect

/// The display name of a user.
enum UserName {
    /// Maximum length of a name on a page, in Unicode scalars.
    private static let maximumScalars = 100

    /// The first that there is of `name`, `preferred_username`, `email`, the first of `emails`, and `sub`, each from
    /// the ID token, else from UserInfo.
    static func of(_ idToken: Claims, userInfo: Claims?) -> String {
        let sources = [idToken, userInfo].compactMap(\.self)
        func first(_ read: (Claims) -> String?) -> String? {
            sources.lazy.compactMap(read).first { !$0.allSatisfy(\.isWhitespace) }
        }
        let name =
            first { $0[string: "name"] } ?? first { $0[string: "preferred_username"] } ?? first { $0[string: "email"] }
            ?? first { $0.strings("emails").first } ?? first { $0[string: "sub"] } ?? ""
        return String(name.unicodeScalars.prefix(maximumScalars))
    }
}
