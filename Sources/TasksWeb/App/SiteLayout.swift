/// What every page has around it: the site's name, the ways through it, who is signed in, and sign-out.
struct SiteLayout {
    var title: String
    var person: String?
    /// What tells the person from others of that name.
    var personMark = ""
    var signOutCSRF: String?
    var current = ""
    var showsClaims = false
    var showsProfile = false
    /// Whether the page may be the end of a sign-in in a pop-up window.
    var endsPopUp = false
    let locale: PageLocale

    var words: Catalogue { locale.words }
    var languages: [LanguageLink] { LanguageLink.all(for: locale) }
}

extension SiteLayout {
    /// The frame of a page for whoever is signed in; for nobody without a session and a form token for it.
    init(
        title: String, session: Session?, current: String = "", configuration: TasksWebConfiguration, csrf: String?,
        locale: PageLocale
    ) {
        self.init(
            title: title, person: csrf == nil ? nil : session?.name,
            personMark: session.map { CSRFToken($0).personMark } ?? "",
            signOutCSRF: csrf, current: current,
            showsClaims: configuration.showsClaims, showsProfile: configuration.policies.profileEdit != nil,
            endsPopUp: session != nil && !configuration.fullScreen, locale: locale)
    }
}
