import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import SealedCookies

/// Turns what was thrown into a page that says what happened and what to do, with the reference by which it is found in
/// the log.
struct ErrorPagesMiddleware: RouterMiddleware {
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as PageError {
            return try response(error, request, context)
        } catch let error as HTTPError {
            return try response(error, request, context)
        } catch let error as any HTTPResponseError {
            return try response(HTTPError(error.status), request, context)
        } catch {
            return try response(PageError(.internalFault, detail: "\(error)"), request, context)
        }
    }

    private func response(_ error: HTTPError, _ request: Request, _ context: WebContext) throws -> Response {
        var response: Response
        switch error.status {
        case .notFound: response = try self.response(PageError(.noSuchPage), request, context)
        case .methodNotAllowed: response = page(.wrongMethod(in: context.locale.words), error: nil, request, context)
        case .contentTooLarge: response = page(.tooLarge(in: context.locale.words), error: nil, request, context)
        default:
            response = page(ErrorText(status: error.status, in: context.locale.words), error: nil, request, context)
        }
        response.headers.append(contentsOf: error.headers)
        return response
    }

    private func response(_ error: PageError, _ request: Request, _ context: WebContext) throws -> Response {
        switch error.kind {
        case .notSignedIn, .refusedByAPI: return signIn(error, request)
        default: break
        }
        let words = context.locale.words
        let isSignedIn = context.slot.session != nil
        let text =
            error.kind == .unknownSignIn && isSignedIn
            ? .unknownSignInWhileSignedIn(in: words) : ErrorText(error.kind, isSignedIn: isSignedIn, in: words)
        context.logger.log(
            level: text.status.code >= 500 ? .warning : .notice, "\(ErrorText(error.kind, in: .english).heading)",
            metadata: error.detail.map { ["reason": "\($0)"] })
        return page(text, error: error, request, context)
    }

    /// A navigation goes to sign-in and comes back; anything else is told, and starts no sign-in.
    private func signIn(_ error: PageError, _ request: Request) -> Response {
        guard request.isNavigation else { return .problem(.unauthorized, "Sign in first.") }
        guard configuration.policies.ways.contains(.signIn) else {
            return .seeOther(SitePath.home, setting: error.cookies)
        }
        let isPage = request.method == .get || request.method == .head
        let target = isPage ? ReturnPath(request.target)?.value : request.formPage(of: configuration.redirectURI.origin)
        let path = SitePath.with(returnTo: target ?? SitePath.tasks, SitePath.signIn)
        return .seeOther(error.kind == .refusedByAPI ? "\(path)&after=refusal" : path, setting: error.cookies)
    }

    private func page(_ text: ErrorText, error: PageError?, _ request: Request, _ context: WebContext) -> Response {
        let session = context.slot.session
        let correlationID = CorrelatedTransport.correlationID ?? ""
        var said = text.message
        if let code = error?.providerCode, !said.contains(code) { said += " (\(code))" }
        // The page of tasks shows the message alone, and whoever is told of a fault needs the reference too.
        let isMessageAlone = text.status.code >= 500 && !request.isNavigation
        let message = isMessageAlone ? "\(said) \(context.locale.words.errorPage.reference) \(correlationID)" : said
        let csrf = session.flatMap { try? CSRFToken($0).sealed(codec: codec, until: $0.end) }
        let page = ErrorPage(
            layout: SiteLayout(
                title: text.heading, session: session, configuration: configuration, csrf: csrf, locale: context.locale),
            status: Int(text.status.code), heading: text.heading, message: message, correlationID: correlationID,
            actionURL: text.action.url, actionLabel: text.action.label, kept: error?.kept,
            csrf: csrf, keptAction: csrf == nil || error?.kept == nil ? nil : error?.retry, removal: error?.removal,
            keptCompletion: error?.keptCompletion, causes: text.causes)
        var response = Response.page(page, status: text.status)
        if case .providerBusy(let seconds) = error?.kind { response.headers[.retryAfter] = "\(seconds)" }
        if error?.clearsStorage == true { response.headers[.clearSiteData] = SignOut.clearedData }
        for cookie in error?.cookies ?? [] { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }
}

/// Says what went wrong and what to do, and keeps what was typed.
struct ErrorPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    let status: Int
    let heading: String
    let message: String
    let correlationID: String
    let actionURL: String?
    let actionLabel: String?
    let kept: String?
    let csrf: String?
    let keptAction: String?
    var removal: String?
    var keptCompletion: Bool?
    var causes: [String] = []
}
