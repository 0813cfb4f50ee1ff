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
        context.reader = Reader(choice, page: page)
        return try await next(request, context)
    }
}
