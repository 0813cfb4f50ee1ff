/// The keys that the pages' script listens to, and the other texts of its dialogs.
struct KeysPage: Page {
    let layout: SiteLayout
    /// Whether the user has turned off those that are a single letter.
    let isOff: Bool

    var words: Catalogue { layout.words }
}

extension Catalogue {
    /// The texts of the page of keys.
    struct Keys: Sendable {
        let heading: String
        let lead: String
        let newTask: String
        let help: String
        let save: String
        let cancel: String
        let close: String
        let switchOff: String
    }
}
