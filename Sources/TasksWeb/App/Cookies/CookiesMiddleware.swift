import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Synchronization

/// Reads the request's cookies, and adds to the response what it gathered in ``ResponseCookies``.
///
/// It stands outside the error pages, so that an error's page sets the same cookies.
struct CookiesMiddleware: RouterMiddleware {
    let limit: CookieSizeLimit

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.cookies = RequestCookies(request.headers)
        var response = try await next(request, context)
        for field in context.responseCookies.fields {
            response.headers.append(HTTPField(name: .setCookie, value: field))
        }
        let fields = response.headers[values: .setCookie]
        // The length of the fields bounds that of the cookies, and is known at once.
        let bytes = (request.headers[values: .cookie] + fields).reduce(0) { $0 + $1.utf8.count }
        guard fields.count > 1 || bytes > CookieSizeLimit.maximumBytes else { return response }
        response.headers[values: .setCookie] = limit.fitted(fields, over: context.cookies)
        return response
    }
}

/// The `Set-Cookie` fields for whatever response a request gets, because an error can't carry them.
final class ResponseCookies: Sendable {
    private let gathered = Mutex<[String]>([])

    var fields: [String] { gathered.withLock { $0 } }

    func add(_ fields: [String]) {
        gathered.withLock { $0 += fields }
    }
}
