import HTTPTypes
import Hummingbird
import WebSupport

/// Puts the same protective fields on every response.
struct ProtectiveFieldsMiddleware<Context: RequestContext>: RouterMiddleware {
    private let policy: String

    /// - Parameter clientOrigin: Forms may lead there, because browsers apply `form-action` to the redirect after a
    ///   POST too.
    init(clientOrigin: String) {
        policy = """
            default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; \
            form-action 'self' \(clientOrigin); frame-ancestors 'none'; base-uri 'none'
            """
    }

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        if !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
