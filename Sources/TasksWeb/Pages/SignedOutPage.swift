/// Says that the session is over, and changes nothing.
struct SignedOutPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    var signInURL = SitePath.home
}
