/// Whoever reads the page that answers a request: their language, and where they are.
struct Reader: Sendable {
    let choice: LanguageChoice
    /// The page that is shown, as a path of this site, if it can be come back to.
    let page: String?

    /// Every text of the pages, in the reader's language.
    var words: Catalogue { choice.language.words }
    /// What the provider is told of the language (OpenID Connect Core, section 3.1.2.1); it asks the browser itself
    /// where that asks for none of ours.
    var uiLocales: String? { choice.isAsked ? choice.language.tag : nil }

    init(_ choice: LanguageChoice = LanguageChoice(), page: String? = nil) {
        self.choice = choice
        self.page = page
    }
}
