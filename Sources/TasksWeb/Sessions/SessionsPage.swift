/// The person's sessions, each of which can be ended from here.
struct SessionsPage: Page {
    let layout: SiteLayout
    let csrf: String
    let rows: [SessionRow]
    /// What the page says of the account on the page of sign-in; `nil` where there is nothing to offer it by.
    var offer: AccountOffer?

    /// Whether the browser offers the person's account on the page of sign-in.
    enum AccountOffer {
        case remembered, forgotten
    }

    var words: Catalogue { layout.words }
    var hasOthers: Bool { rows.contains { !$0.isCurrent } }
}
