import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import SealedCookies

/// Lets a POST through only if it comes from a page of this site and of this session.
///
/// Browsers say where a request comes from (`Sec-Fetch-Site`, `Origin`); the sealed field says of which session the
/// page was. What was typed into a form whose session is over is kept until the person has signed in again.
struct FormProtectionMiddleware: RouterMiddleware {
    let codec: SealedCookieCodec
    let origin: String
    let clock: Clock
    let pendingForms: PendingForms
    /// The paths that are posted to from elsewhere, each with proof of its own.
    let exempt: Set<String>

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post, !exempt.contains(request.uri.path) else {
            return try await next(request, context)
        }
        guard let form = FormBody(parsing: try await request.formText()) else { throw PageError(.notAForm) }
        let token = form[single: "csrf"].flatMap { CSRFToken(opening: $0, codec: codec, now: clock.now()) }
        let isOurs = request.comes(from: origin)
        if let session = context.slot.session, !isOurs || token?.belongs(to: session) != true {
            throw isOurs && isTyped(by: session, token) ? forged(form, path: request.uri.path) : PageError(.forged)
        }
        var context = context
        context.form = form
        context.formToken = isOurs ? token : nil
        do {
            return try await next(request, context)
        } catch var error as PageError where error.kind.leadsToSignIn {
            if isOurs, let token, request.isNavigation {
                error.cookies += try await kept(form, path: request.uri.path, of: token, over: context.cookies)
            }
            throw error
        }
    }

    /// Whether nothing says that somebody else typed it, into a page of theirs.
    private func isTyped(by session: Session, _ token: CSRFToken?) -> Bool {
        token.map { CSRFToken.isPerson($0.person, of: session) } ?? true
    }

    private func forged(_ form: FormBody, path: String) -> PageError {
        let isTask = path == SitePath.tasks || path.hasPrefix("\(SitePath.tasks)/")
        var error = PageError(.forged, kept: form[single: "task"], retry: isTask ? path : nil)
        error.keptCompletion = form[single: "completed"].flatMap { Bool($0) }
        return error
    }

    /// Keeps a form; where the register is away, the page that says so shows what was typed.
    private func kept(_ form: FormBody, path: String, of token: CSRFToken, over cookies: RequestCookies) async throws
        -> [String]
    {
        do {
            return try await pendingForms.keep(form, path: path, of: token, over: cookies)
        } catch var error as PageError where error.kind == .storeUnavailable {
            error.kept = form[single: "task"]
            throw error
        }
    }
}
