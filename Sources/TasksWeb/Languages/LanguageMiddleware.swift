import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect

/// Reads the request's cookies, and finds out in which language to answer.
///
/// It is outside of all that makes pages, so that an error page too is in the reader's language.
struct LanguageMiddleware: RouterMiddleware {
    let names: SiteCookies
    /// The site's own.
    let origin: String

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.cookies = RequestCookies(request.headers)
        let choice = LanguageChoice(chosen: context.cookies[names.language], accepted: request.headers[.acceptLanguage])
        let isPage = request.method == .get || request.method == .head
        // What was posted to can't be come back to; the page with its form can.
        let page = isPage ? ReturnPath(request.target)?.value : request.formPage(of: origin)
        context.locale = PageLocale(choice, page: page)
        return try await next(request, context)
    }
}

/// Whoever reads the page that answers a request: their language, and where they are.
struct PageLocale: Sendable {
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
