import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// The language of a page, and the page itself as languages' links lead back to it.
struct PageLocale: Sendable {
    let choice: LanguageChoice
    private let findPage: @Sendable () -> String?

    /// The page that is shown, as a path of this site; `nil` if no link may lead back to it.
    ///
    /// Computed on demand, because most responses have no such link.
    var page: String? { findPage() }

    /// Every text of the pages, in that language.
    var words: Catalogue { choice.language.words }
    /// The `ui_locales` of the authorization request (OpenID Connect Core, section 3.1.2.1).
    ///
    /// Not sent (`nil`) if the browser requests none of the site's languages, because the provider reads the browser's
    /// preferences itself.
    var uiLocales: String? { choice.isAsked ? choice.language.tag : nil }

    init(_ choice: LanguageChoice = LanguageChoice(), page: @escaping @autoclosure @Sendable () -> String? = nil) {
        self.choice = choice
        findPage = page
    }
}
