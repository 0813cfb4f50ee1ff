import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// Chooses the languages of pages.
struct PageLanguages: Sendable {
    let names: SiteCookies
    /// The site's own.
    let origin: String

    /// The language of the response to a request.
    func locale(of request: Request, carrying cookies: RequestCookies) -> PageLocale {
        let choice = LanguageChoice(chosen: cookies[names.language], accepted: request.headers[.acceptLanguage])
        // Only the values that identify the page, because the request itself takes long to copy.
        let (target, fields) = (request.isPage ? request.target : nil, request.headers)
        return PageLocale(choice, page: ReturnPath(target ?? fields.referrer(at: origin))?.value)
    }
}
