import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Synchronization

/// Reads the request's cookies, and adds to the response what it gathered in ``ResponseCookies``.
///
/// It stands outside the error pages, so that an error's page sets the same cookies.
struct CookiesMiddleware: RouterMiddleware {
    let signIn: WebSignIn

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        context.session = RequestSession(cookies: RequestCookies(request.headers))
        var response = try await next(request, context)
        response.set(context.responseCookies.fields)
        signIn.fitCookies(of: &response, to: request, carrying: context.cookies)
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
