/// The keys that the pages' script listens to.
struct KeysPage: Page {
    let layout: SiteLayout

    var words: Catalogue { layout.words }
}
