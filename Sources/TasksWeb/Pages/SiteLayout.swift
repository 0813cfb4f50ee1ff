/// What every page has around it: the site's name, the ways through it, who is signed in, and sign-out.
struct SiteLayout {
    var title: String
    var person: String?
    var signOutCSRF: String?
    var current = ""
    var showsClaims = false
    var showsProfile = false
}

extension SiteLayout {
    /// The frame of a page for whoever the request's session belongs to.
    init(title: String, context: WebContext, configuration: TasksWebConfiguration, csrf: String? = nil) {
        self.init(
            title: title, person: csrf == nil ? nil : context.slot.session?.name, signOutCSRF: csrf, showsClaims: configuration.showsClaims,
            showsProfile: configuration.policies.profileEdit != nil)
    }
}
