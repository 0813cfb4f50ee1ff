import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import PageSupport
import WebSupport

/// Remembers the language that a user chose, and redirects back to the user's page.
struct LanguageController: Sendable {
    let names: SiteCookies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.language)) { request, context in choose(request, context) }
    }

    /// A language that there is not changes nothing.
    private func choose(_ request: Request, _ context: WebContext) -> Response {
        let query = FormBody(parsing: request.uri.query ?? "") ?? FormBody()
        if let language = query[single: "lang"].flatMap({ Language(rawValue: $0) }), !request.isTentative {
            context.session.setCookies([
                names.attributes.setting(names.language, to: language.tag, maxAge: SiteCookies.choiceLifetime)
            ])
        }
        return Response(seeOther: ReturnPath(query[single: "returnTo"])?.value ?? SitePath.home)
    }
}

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
