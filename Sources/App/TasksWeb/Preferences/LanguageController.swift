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
