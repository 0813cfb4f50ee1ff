/// Says that the session is over, and changes nothing.
struct SignedOutPage: Page {
    let layout: SiteLayout
    var signInURL = SitePath.home
}
