/// Shows whether the session has ended, and changes nothing.
struct SignedOutPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    let signInURL = SitePath.home
    let tasksURL = SitePath.tasks
    /// Users who have signed in again may come back to this page.
    var isSignedIn: Bool { layout.user != nil }
}
