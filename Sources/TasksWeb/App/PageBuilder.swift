import HummingbirdOpenIDConnect

/// Makes what surrounds each page: the layout, and the token of its forms.
struct PageBuilder: Sendable {
    let configuration: TasksWebConfiguration

    /// The user of a session as pages show them, with a fresh token for the page's forms.
    func user(of session: RequestSession) throws -> SiteLayout.User {
        guard let user = try signedInUser(of: session) else { throw SignInError(.notSignedIn) }
        return user
    }

    /// The user of a session; `nil` if nobody is signed in.
    func signedInUser(of session: RequestSession) throws -> SiteLayout.User? {
        guard let user = session.user, let csrf = try session.csrf() else { return nil }
        return SiteLayout.User(name: user.name, mark: csrf.userMark, csrf: csrf.value)
    }

    /// The layout of a page; `user` is `nil` if nobody is signed in.
    func layout(
        _ title: String, for user: SiteLayout.User?, in locale: PageLocale, current: String = ""
    ) -> SiteLayout {
        SiteLayout(
            title: title, user: user, current: current, showsClaims: configuration.showsClaims,
            showsProfile: configuration.policies.profileEdit != nil,
            endsPopUp: user != nil && !configuration.fullScreen, locale: locale)
    }
}

/// What every page has around it: the site's name, the ways through it, who is signed in, and sign-out.
struct SiteLayout {
    /// Who is signed in.
    struct User {
        let name: String
        /// Tells the user from others of that name.
        let mark: String
        /// The token of the page's forms.
        let csrf: String
    }

    var title: String
    var user: User?
    var current = ""
    var showsClaims = false
    var showsProfile = false
    /// Whether the page may be the end of a sign-in in a pop-up window.
    var endsPopUp = false
    let locale: PageLocale

    var words: Catalogue { locale.words }
    var languages: [LanguageLink] { LanguageLink.all(for: locale) }
}
