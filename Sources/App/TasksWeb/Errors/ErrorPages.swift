import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect
import WebSupport

/// Turns an error into a page that names the fault and the next step, with the reference that finds it in the log.
struct ErrorPages: Sendable {
    let pages: PageBuilder
    let signIn: WebSignIn

    /// The page of an error, or its plain response if it leads to sign-in.
    @inline(never)  // frame
    func response(to error: any Error, _ request: Request, _ context: WebContext) -> Response {
        switch error {
        case let error as SignInError:
            return error.leadsToSignIn
                ? error.response(from: request, context: context) : response(PageError(error), request, context)
        case let error as HTTPError: return response(error, request, context)
        case let error as any HTTPResponseError: return response(HTTPError(error.status), request, context)
        default: return response(PageError(error), request, context)
        }
    }

    private func response(_ error: HTTPError, _ request: Request, _ context: WebContext) -> Response {
        let words = context.locale.words
        var response: Response
        switch error.status {
        case .notFound:
            let text = ErrorText(.noSuchPage, isSignedIn: context.session.user != nil, in: words)
            response = page(text, error: nil, request, context)
        case .methodNotAllowed: response = page(.wrongMethod(in: words), error: nil, request, context)
        case .contentTooLarge: response = page(.tooLarge(in: words), error: nil, request, context)
        default: response = page(ErrorText(status: error.status, in: words), error: nil, request, context)
        }
        if error.headers.contains(.retryAfter) { response.headers[.retryAfter] = nil }
        response.headers.append(contentsOf: error.headers)
        return response
    }

    private func response(_ error: PageError, _ request: Request, _ context: WebContext) -> Response {
        let words = context.locale.words
        let isSignedIn = context.session.user != nil
        // A refresh that the provider refuses so leaves the session as it is, but a new sign-in helps: it has a new
        // grant, and the scopes that are configured now.
        let retryPath =
            switch error.provider?.kind {
            case .badTokenResponse, .configuration(.scopes):
                error.retryPath ?? signIn.signInAgainPath(request, in: context.session)
            default: error.retryPath
            }
        let text =
            error.isUnknownSignIn && isSignedIn && retryPath == nil
            ? .unknownSignInWhileSignedIn(in: words)
            : ErrorText(error.kind, isSignedIn: isSignedIn, retryPath: retryPath, in: words)
        context.logger.log(
            level: text.status.code >= 500 ? .warning : .notice, "\(ErrorText(error.kind, in: .english).heading)",
            metadata: error.detail.map { ["reason": "\($0)"] })
        return page(text, error: error, request, context)
    }

    private func page(_ text: ErrorText, error: PageError?, _ request: Request, _ context: WebContext) -> Response {
        let correlationID = Correlation.identifier ?? ""
        var said = text.message
        if case .signIn(.refused(let cause)) = error?.kind, let code = cause.providerCode, !said.contains(code) {
            said += " (\(code))"
        }
        if error?.draft?.mayBeSaved == true { said += " \(context.locale.words.errorPage.mayBeSaved)" }
        // The page of tasks shows the message alone, and a fault needs the reference too.
        let isMessageAlone = text.status.code >= 500 && !request.isNavigation
        let message = isMessageAlone ? "\(said) \(context.locale.words.errorPage.reference) \(correlationID)" : said
        let user = (try? pages.signedInUser(of: context.session)) ?? nil
        let page = ErrorPage(
            layout: pages.layout(text.heading, for: user, in: context.locale), status: Int(text.status.code),
            heading: text.heading, message: message, correlationID: correlationID, action: text.action,
            draft: error?.draft, causes: text.causes)
        var response = Response.page(page, status: text.status)
        if text.status == .serviceUnavailable { response.headers[.retryAfter] = "\(RetryAfter.usual)" }
        switch error?.kind {
        case .siteBusy(let seconds), .apiBusy(let seconds?): response.headers[.retryAfter] = "\(seconds)"
        case .signIn(let kind): SignInError(kind).addFields(to: &response)
        default: break
        }
        return response
    }
}

/// Names the fault and the next step, and shows the typed text.
struct ErrorPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    let status: Int
    let heading: String
    let message: String
    let correlationID: String
    let action: ErrorText.Action
    var draft: Draft?
    var causes: [String] = []

    /// The token of the page's forms; without one the typed text can only be copied.
    var csrf: String? { layout.user?.csrf }
    var retry: TaskRoute? { csrf == nil || draft?.text == nil ? nil : draft?.retry }
}
