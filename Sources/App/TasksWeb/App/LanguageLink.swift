import PageSupport

/// One of the languages that the foot of each page offers.
struct LanguageLink {
    let language: Language
    let url: LanguageURL
    /// Whether the page is in it.
    let isCurrent: Bool

    /// One for each language, which all lead back to the page that is shown.
    static func all(for locale: PageLocale) -> [LanguageLink] {
        // The start page leads there by itself, and the page of tasks is to be light.
        let page = locale.page == SitePath.tasks ? nil : locale.page
        return Language.allCases.map { language in
            LanguageLink(
                language: language, url: LanguageURL(language: language, page: page),
                isCurrent: language == locale.choice.language)
        }
    }
}

/// The address that chooses a language and leads back to a page.
struct LanguageURL {
    let language: Language
    let page: String?
}

extension HTML {
    /// Appends an address as the value of an attribute.
    mutating func url(_ choice: LanguageURL) {
        attribute(SitePath.language)
        raw("?lang=")
        urlComponent(choice.language.tag)
        guard let page = choice.page else { return }
        raw("&amp;returnTo=")
        urlComponent(page)
    }
}
