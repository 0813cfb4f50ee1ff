import HTTPTypes
import Hummingbird

/// Applies ``CookieSizeLimit`` to each response.
struct CookieSizeMiddleware: RouterMiddleware {
    let limit: CookieSizeLimit

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let fields = response.headers[values: .setCookie]
        // The length of the fields bounds that of the cookies, and is known at once.
        let bytes = (request.headers[values: .cookie] + fields).reduce(0) { $0 + $1.utf8.count }
        guard fields.count > 1 || bytes > CookieSizeLimit.maximumBytes else { return response }
        response.headers[values: .setCookie] = limit.fitted(fields, over: context.cookies)
        return response
    }
}
