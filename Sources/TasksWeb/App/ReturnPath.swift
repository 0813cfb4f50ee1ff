import HummingbirdOpenIDConnect

/// A path on this site to which a sign-in comes back; what is odd counts as not given.
struct ReturnPath: Sendable, Equatable {
    /// Where a sign-in would begin anew, or something other than a page is.
    private static let excluded: Set = [
        SitePath.signIn, SitePath.signUp, SitePath.facebook, SitePath.passwordReset, SitePath.profile, SitePath.signOut,
    ]

    let value: String

    init?(_ text: String?) {
        guard let path = LocalPath(text) else { return nil }
        let first = path.route.dropFirst().prefix { $0 != "/" }
        guard first != "auth", "/\(first)" != SitePath.signIn, !Self.excluded.contains(path.route) else { return nil }
        value = path.value
    }
}
