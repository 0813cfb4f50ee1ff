/// One of the languages that the foot of each page offers.
struct LanguageLink {
    let language: Language
    let url: String
    /// Whether the page is in it.
    let isCurrent: Bool

    /// One for each language, which all lead back to the page that is shown.
    static func all(for reader: Reader) -> [LanguageLink] {
        // The start page leads there by itself, and the page of tasks is to be light.
        let page = reader.page == SitePath.tasks ? nil : reader.page
        return Language.allCases.map { language in
            LanguageLink(
                language: language, url: SitePath.language(language, returnTo: page),
                isCurrent: language == reader.choice.language)
        }
    }
}
