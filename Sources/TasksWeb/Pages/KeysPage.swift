/// The keys that the pages' script listens to, and what else its dialogs say.
struct KeysPage: Page {
    let layout: SiteLayout
    /// Whether the person does without those that are a single letter.
    let isOff: Bool

    var words: Catalogue { layout.words }
}
