import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import SessionStorage
import WebSupport

/// Serves files and probes, passes other requests through the sign-in, and turns errors into pages.
///
/// Each request gets its ids and a line in the log. The middleware calls its parts itself, because a level of
/// middleware for each would take longer than most of them do.
final class SiteMiddleware: RouterMiddleware {
    private let correlation: CorrelationMiddleware
    private let trace: TraceMiddleware<WebContext>
    private let log: RequestLog<WebContext>
    private let languages: PageLanguages
    private let errorPages: ErrorPages
    private let files = StaticFiles(PublicFiles.all)
    private let probes: HealthProbes
    private let loopbackNames: LoopbackNames
    private let signIn: SignInMiddleware<WebContext>
    private let securityHeaders: SecurityHeaders
    private let work: WorkLimit
    private let downloads: WorkLimit

    init(
        _ configuration: TasksWebConfiguration, signIn: SignInMiddleware<WebContext>, probes: HealthProbes,
        errorPages: ErrorPages, names: SiteCookies, logger: Logger
    ) {
        let site = configuration.redirectURI
        correlation = CorrelationMiddleware(
            configured: configuration.correlationID, proxies: configuration.trustedProxies)
        trace = TraceMiddleware(proxies: configuration.trustedProxies) { $0.peer?.ipAddress }
        log = RequestLog(logger) { $0.session.logName }
        self.signIn = signIn
        languages = PageLanguages(names: names, origin: site.origin)
        self.errorPages = errorPages
        self.probes = probes
        loopbackNames = LoopbackNames(site: site)
        securityHeaders = SecurityHeaders(
            site: site, authorityOrigins: configuration.authorities.map(\.origin),
            isolatesWindows: configuration.fullScreen)
        work = WorkLimit(patience: configuration.apiTimeout)
        downloads = WorkLimit(patience: configuration.apiTimeout, .downloads)
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
        var response: Response
        do {
            if HealthProbes.paths.contains(path) {
                response = try await probes.response(at: path, to: request, context)
            } else if let found = try fileOrRedirect(request, context) {
                response = found
            } else {
                response = try await signIn.handle(request, context: context) { request, context in
                    do {
                        let request = request.method == .post ? try await withBody(request) : request
                        let session = context.session.first
                        if TaskFile.Format(path: path) != nil {
                            return try await download(request, context, session, next)
                        }
                        if !work.start(session) { try await work.wait(session) }
                        defer { work.finish(session) }
                        return try await next(request, context)
                    } catch {
                        return try respond(to: error, request, context)
                    }
                }
            }
        } catch {
            response = errorPages.response(to: error, request, context)
        }
        securityHeaders.add(to: &response)
        return response
    }

    /// The response to the request for a download, which is in work until it is sent.
    @inline(never)  // frame
    private func download(
        _ request: Request, _ context: WebContext, _ session: SessionID?,
        _ next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try await downloads.hold(session) { try await next(request, context) }
    }

    /// The request with its whole body, which may be long in coming and must not take a place meanwhile.
    @inline(never)  // frame
    private func withBody(_ request: Request) async throws -> Request {
        // Of a body that is too large, the route decides what the response is.
        if let length = request.headers.bodyLength, length > Request.maximumBodyBytes { return request }
        var request = request
        request.body = RequestBody(buffer: try await request.wholeBody())
        return request
    }

    /// Reads the request's cookies and chooses its language.
    @inline(never)  // frame
    private func prepare(_ context: WebContext, for request: Request) {
        context.locale = languages.locale(of: request, carrying: context.session.readCookies(of: request))
    }

    /// The file at the path, or the redirect to the public name; `nil` for other requests.
    @inline(never)  // frame
    private func fileOrRedirect(_ request: Request, _ context: WebContext) throws -> Response? {
        try files.response(to: request, context) ?? loopbackNames.redirect(of: request)
    }

    /// The page of an error within the session, which names the user.
    ///
    /// - Throws: The error, if it leads to sign-in or to the authority.
    @inline(never)  // frame
    private func respond(to error: any Error, _ request: Request, _ context: WebContext) throws -> Response {
        // The client has hung up, so the page has no reader, and the error is no fault.
        if Task.isCancelled { return Response(status: .clientClosedRequest) }
        if let error = error as? SignInError, error.leadsToSignIn { throw error }
        return errorPages.response(to: error, request, context)
    }
}
