import HTTPServer
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import WebSupport

/// Identifies and logs requests, opens sessions, serves files and probes, and turns errors into pages.
///
/// It calls its parts itself, because a level of middleware for each would take longer than most of them do.
final class SiteMiddleware: RouterMiddleware {
    private let correlation: CorrelationMiddleware
    private let trace: TraceMiddleware<WebContext>
    private let log: RequestLog<WebContext>
    private let signIn: WebSignIn
    private let languages: PageLanguages
    private let errorPages: ErrorPages
    private let files = StaticFiles(PublicFiles.all)
    private let probes: HealthProbes
    private let loopbackNames: LoopbackNames
    private let session: SessionMiddleware<WebContext>
    private let interaction: InteractionMiddleware<WebContext>
    private let securityHeaders: SecurityHeaders
    private let work: WorkLimit

    /// - Parameter sealedCookies: The site's own sealed cookies besides those of the sign-in.
    init(
        _ configuration: TasksWebConfiguration, signIn: WebSignIn, probes: HealthProbes, pages: PageBuilder,
        names: SiteCookies, hooks: SignInHooks<WebContext>, sealedCookies: [ChunkedCookie], logger: Logger
    ) {
        let site = configuration.redirectURI
        correlation = CorrelationMiddleware(
            configured: configuration.correlationID, proxies: configuration.trustedProxies)
        trace = TraceMiddleware(proxies: configuration.trustedProxies) { $0.peer?.ipAddress }
        log = RequestLog(logger) { $0.session.logName }
        self.signIn = signIn
        languages = PageLanguages(names: names, origin: site.origin)
        errorPages = ErrorPages(pages: pages, signIn: signIn)
        self.probes = probes
        loopbackNames = LoopbackNames(site: site)
        session = SessionMiddleware(site: signIn, sealedCookies: sealedCookies)
        interaction = InteractionMiddleware(site: signIn, hooks: hooks)
        securityHeaders = SecurityHeaders(
            site: site, authorityOrigins: configuration.authorities.map(\.origin),
            isolatesWindows: configuration.fullScreen)
        work = WorkLimit(patience: configuration.apiTimeout)
    }

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
        prepare(context, for: request)
        let path = request.uri.path
        let response: Response
        do {
            if HealthProbes.paths.contains(path) {
                response = try await probes.response(at: path, to: request, context)
            } else if let found = try fileOrRedirect(request, context) {
                response = found
            } else {
                response = try await session.handle(request, context: context) { request, context in
                    do {
                        let request = request.method == .post ? try await withBody(request) : request
                        let session = context.session.first
                        if !work.start(session) { try await work.wait(session) }
                        defer { work.finish(session) }
                        return try await next(request, context)
                    } catch {
                        return await respond(to: error, request, context)
                    }
                }
            }
        } catch {
            response = errorPages.response(to: error, request, context)
        }
        return withSiteFields(response, to: request, context)
    }

    /// The request with its whole body, which may be long in coming and must not take a place meanwhile.
    @inline(never)
    private func withBody(_ request: Request) async throws -> Request {
        // Of a body that is too large, the route decides what the response is.
        if let length = request.headers.bodyLength, length > Request.maximumBodyBytes { return request }
        var request = request
        request.body = RequestBody(buffer: try await request.wholeBody())
        return request
    }

    // Not inlined, because the caller's frame would have its values until the response is complete.
    /// Reads the request's cookies and chooses its language.
    @inline(never)
    private func prepare(_ context: WebContext, for request: Request) {
        context.session = RequestSession(cookies: RequestCookies(request.headers))
        context.locale = languages.locale(of: request, carrying: context.cookies)
    }

    /// The file at the path, or the redirect to the public name; `nil` for other requests.
    @inline(never)
    private func fileOrRedirect(_ request: Request, _ context: WebContext) throws -> Response? {
        try files.response(to: request, context) ?? loopbackNames.redirect(of: request)
    }

    /// Adds the cookies that were gathered on the way, also to an error's page, and the security headers.
    @inline(never)
    private func withSiteFields(_ response: Response, to request: Request, _ context: WebContext) -> Response {
        var response = response
        response.set(context.responseCookies.fields)
        signIn.fitCookies(of: &response, to: request, carrying: context.cookies)
        securityHeaders.add(to: &response)
        return response
    }

    /// The response to an error within the session, so that a page names the user, and the session's cookies are set.
    @inline(never)
    private func respond(to error: any Error, _ request: Request, _ context: WebContext) async -> Response {
        // The client has hung up, so the page has no reader, and the error is no fault.
        if Task.isCancelled { return Response(status: .clientClosedRequest) }
        do {
            return try await interaction.response(to: error, request, context)
        } catch {
            return errorPages.response(to: error, request, context)
        }
    }
}
