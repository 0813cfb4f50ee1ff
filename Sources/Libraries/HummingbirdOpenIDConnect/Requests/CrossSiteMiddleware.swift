import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// Refuses requests in a session that may change something, unless a page of this site made them.
struct CrossSiteMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let session = context.session
        let isInSession = session.current != nil || session.unusable != nil
        // The authorization response is authenticated by `state`, and logout tokens come without a cookie.
        if isInSession, !request.method.isSafe, request.source(at: site.origin) != .thisSite,
            !site.redirectPaths.contains(request.uri.path)
        {
            throw SignInError(.crossSiteRequest)
        }
        return try await next(request, context)
    }
}
