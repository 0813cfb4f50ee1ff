import HTTPTypes
package import Hummingbird
package import WebSupport

/// Applies the ``CookieBudget`` to each response.
struct CookieBudgetMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        let cookies = RequestCookies(request.headers)
        context.session = RequestSession(cookies: cookies)
        var response = try await next(request, context)
        site.fitCookies(of: &response, to: request, carrying: cookies)
        return response
    }
}

extension WebSignIn {
    /// Expires the site's cookies that no longer fit after a response.
    package func fitCookies(of response: inout Response, to request: Request, carrying cookies: RequestCookies) {
        // The length of the fields bounds that of the cookies, and is known at once.
        var (bytes, count) = (0, 0)
        for field in request.headers where field.name == .cookie { bytes += field.value.utf8.count }
        for field in response.headers where field.name == .setCookie {
            bytes += field.value.utf8.count
            count += 1
        }
        guard count > 1 || bytes > CookieBudget.maximumBytes else { return }
        let fields = response.headers[values: .setCookie]
        response.headers[values: .setCookie] = budget.fitted(fields, over: cookies, now: now())
    }
}
