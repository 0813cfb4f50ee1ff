import HummingbirdOpenIDConnect

/// Makes the frame of each page: the layout, and the token of its forms.
final class PageBuilder: Sendable {
    let configuration: TasksWebConfiguration
    /// The paths at which profiles are edited, by the authority's name.
    private let profilePaths: [String: String]

    init(configuration: TasksWebConfiguration) {
        self.configuration = configuration
        let editable = configuration.authorities.filter { $0.siteRoute(.profileEdit) != nil }
        profilePaths = Dictionary(editable.map { ($0.name, $0.path(.profileEdit)) }) { first, _ in first }
    }

    /// The user of a session as pages show them, with a fresh token for the page's forms.
    func user(of session: RequestSession) throws -> SiteLayout.User {
        guard let user = try signedInUser(of: session) else { throw SignInError(.notSignedIn) }
        return user
    }

    /// The user of a session; `nil` if no user is signed in.
    func signedInUser(of session: RequestSession) throws -> SiteLayout.User? {
        guard let user = session.user, let csrf = try session.csrf() else { return nil }
        return SiteLayout.User(
            name: user.name, mark: csrf.userMark, csrf: csrf.value, profileURL: profilePaths[user.authority])
    }

    /// The layout of a page; `user` is `nil` if no user is signed in.
    func layout(
        _ title: String, for user: SiteLayout.User?, in locale: PageLocale, current: String = ""
    ) -> SiteLayout {
        SiteLayout(
            title: title, user: user, current: current, showsClaims: configuration.showsClaims,
            endsPopUp: user != nil && !configuration.fullScreen, locale: locale)
    }
}

/// The frame of every page: the site's name, the navigation, the signed-in user, and sign-out.
struct SiteLayout {
    struct User {
        let name: String
        /// Distinguishes the user from others of that name.
        let mark: String
        /// The token of the page's forms.
        let csrf: String
        /// The address that edits the profile, if the user's authority has a policy for that.
        var profileURL: String?
    }

    var title: String
    var user: User?
    var current = ""
    var showsClaims = false
    /// Whether the page may be the end of a sign-in in a pop-up window.
    var endsPopUp = false
    let locale: PageLocale

    var words: Catalogue { locale.words }
    var languages: [LanguageLink] { LanguageLink.all(for: locale) }
}
