import HTTPTypes
package import Hummingbird

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
        let fields = response.headers[values: .setCookie]
        // The length of the fields bounds that of the cookies, and is known at once.
        let bytes = (request.headers[values: .cookie] + fields).reduce(0) { $0 + $1.utf8.count }
        guard fields.count > 1 || bytes > CookieBudget.maximumBytes else { return }
        response.headers[values: .setCookie] = budget.fitted(fields, over: cookies, now: now())
    }
}
