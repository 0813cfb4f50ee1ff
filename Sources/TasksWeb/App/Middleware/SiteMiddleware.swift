import Hummingbird
import HummingbirdOpenIDConnect
import WebServing

/// Identifies and logs requests, opens sessions, serves files and probes, and turns errors into pages.
///
/// It calls its parts itself, because a level of middleware for each would take longer than most of them do.
struct SiteMiddleware: RouterMiddleware {
    let correlation: CorrelationMiddleware
    let trace: TraceMiddleware<WebContext>
    let log: RequestLog<WebContext>
    let signIn: WebSignIn
    let languages: PageLanguages
    let errorPages: ErrorPages
    let files: StaticFiles
    let probes: HealthProbes
    let loopbackNames: LoopbackNames
    let session: SessionMiddleware<WebContext>
    let interaction: InteractionMiddleware<WebContext>
    let securityHeaders: SecurityHeaders

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try await correlation.handle(request, context: context) { request, context in
            try await trace.handle(request, context: context) { request, context in
                try await log.handle(request, context: context) { request, context in
                    await response(to: request, context, next)
                }
            }
        }
    }

    private func response(
        to request: Request, _ context: WebContext, _ next: (Request, WebContext) async throws -> Response
    ) async -> Response {
        context.session = RequestSession(cookies: RequestCookies(request.headers))
        context.locale = languages.locale(of: request, carrying: context.cookies)
        let path = request.uri.path
        var response: Response
        do {
            if let file = try files.response(to: request, context) {
                response = file
            } else if HealthProbes.paths.contains(path) {
                response = try await probes.response(at: path, to: request, context)
            } else if let redirect = loopbackNames.redirect(of: request) {
                response = redirect
            } else {
                response = try await session.handle(request, context: context) { request, context in
                    do {
                        return try await next(request, context)
                    } catch {
                        return await respond(to: error, request, context)
                    }
                }
            }
        } catch {
            response = errorPages.response(to: error, request, context)
        }
        // An error's page, too, sets the cookies that were gathered on the way.
        response.set(context.responseCookies.fields)
        signIn.fitCookies(of: &response, to: request, carrying: context.cookies)
        securityHeaders.add(to: &response)
        return response
    }

    /// The response to an error within the session, so that a page names the user, and the session's cookies are set.
    private func respond(to error: any Error, _ request: Request, _ context: WebContext) async -> Response {
        do {
            return try await interaction.response(to: error, request, context)
        } catch {
            return errorPages.response(to: error, request, context)
        }
    }
}
