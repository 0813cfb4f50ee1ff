import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect

/// Remembers the language that a person chose, and goes back to where they were.
struct LanguageController: Sendable {
    let names: SiteCookies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.language)) { request, _ in choose(request) }
    }

    /// A language that there is not changes nothing.
    private func choose(_ request: Request) -> Response {
        let query = FormBody(parsing: request.uri.query ?? "") ?? FormBody()
        let language = query[single: "lang"].flatMap { Language(rawValue: $0) }
        let cookie = language.map {
            names.attributes.setting(names.language, to: $0.tag, maxAge: SiteCookies.choiceLifetime)
        }
        return Response(
            seeOther: ReturnPath(query[single: "returnTo"])?.value ?? SitePath.home,
            setting: [cookie].compactMap(\.self))
    }
}

/// One of the languages that the foot of each page offers.
struct LanguageLink {
    let language: Language
    let url: String
    /// Whether the page is in it.
    let isCurrent: Bool

    /// One for each language, which all lead back to the page that is shown.
    static func all(for locale: PageLocale) -> [LanguageLink] {
        // The start page leads there by itself, and the page of tasks is to be light.
        let page = locale.page == SitePath.tasks ? nil : locale.page
        let query = page.map { "&returnTo=\(FormBody.encode($0))" } ?? ""
        return Language.allCases.map { language in
            LanguageLink(
                language: language, url: "\(SitePath.language)?lang=\(language.tag)\(query)",
                isCurrent: language == locale.choice.language)
        }
    }
}
