/// Says that the session is over, or that it isn't, and changes nothing.
struct SignedOutPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    var signInURL = SitePath.home
    let tasksURL = SitePath.tasks
    /// Whoever has signed in again may come back to this page.
    var isSignedIn: Bool { layout.person != nil }
}
