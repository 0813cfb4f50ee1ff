/// The user's sessions, each of which can be ended from here.
struct SessionsPage: Page {
    let layout: SiteLayout
    let rows: [SessionRow]
    var isFirstPage = true
    /// The next page; `nil` if this is the last.
    var nextURL: String?
    /// The state of the account on the page of sign-in; `nil` if there is nothing to offer it by.
    var offer: AccountOffer?

    /// Whether the browser offers the user's account on the page of sign-in.
    enum AccountOffer {
        case remembered, forgotten
    }

    var words: Catalogue { layout.words }
    var hasOthers: Bool { rows.contains { !$0.isCurrent } }
}

extension Catalogue {
    /// The texts of the page of sessions.
    struct Sessions: Sendable {
        let heading: String
        let lead: String
        /// Label of the row for the current session.
        let current: String
        /// Before the time.
        let signedIn: String
        /// Before the time.
        let lastUsed: String
        /// With a date and `time`, to the minute.
        let time: Phrase
        /// With a `browser` and a `system`.
        let browserOn: Phrase
        let unknownBrowser: String
        let signOutHere: String
        let end: String
        /// The same, with the `browser` and the `time` of sign-in.
        let endNamed: Phrase
        let endOthers: String
        /// The link to the next page.
        let more: String
    }
}
