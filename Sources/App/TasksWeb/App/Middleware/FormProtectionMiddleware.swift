import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// Lets a POST through only if it comes from a page of this site and of this session.
///
/// Browsers send a request's source (`Sec-Fetch-Site`, `Origin`), and the sealed field has the session of the page. A
/// form whose session has ended is stored until the user has signed in again.
struct FormProtectionMiddleware: RouterMiddleware {
    let signIn: WebSignIn
    let origin: String
    let pendingForms: PendingForms
    /// The paths that are posted to from elsewhere, each with its own proof.
    let exempt: Set<String>

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        isProtected(request)
            ? try await handleForm(of: request, context, next) : try await next(request, context)
    }

    // Not inlined, because the caller's frame would have its values until the response is complete.
    @inline(never)
    private func isProtected(_ request: Request) -> Bool {
        request.method == .post && !exempt.contains(request.uri.path)
    }

    @inline(never)
    private func handleForm(
        of request: Request, _ context: WebContext, _ next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let form = try await request.postedForm()
        let token = form[single: "csrf"].flatMap { CSRFToken(opening: $0, at: signIn) }
        let isOurs = request.source(at: origin) != .anotherSite
        if !isOurs || token?.belongs(to: context.session) != true {
            guard context.session.user == nil else {
                // The draft is hidden if another user may have typed it, or another site has made the form.
                let isShown = token?.isUser(of: context.session) ?? isOurs
                throw PageError(.forged, draft: isShown ? Draft(form, sentTo: request.uri.path) : nil)
            }
            context.session.forgetUnusable()
            if isOurs, let token { context.session.note(token) }
        }
        context.form = form
        do {
            return try await next(request, context)
        } catch let error as SignInError where error.leadsToSignIn {
            if isOurs, let token, request.isNavigation {
                try await store(form, path: request.uri.path, of: token, context)
            }
            throw error
        }
    }

    /// Stores a form until the user has signed in again.
    ///
    /// If the store is unreachable, the error's page shows the typed text.
    private func store(_ form: FormBody, path: String, of token: CSRFToken, _ context: WebContext) async throws {
        guard let pending = PendingForm(form, path: path, of: token) else { return }
        do {
            try await pendingForms.store(pending, in: context.session)
        } catch {
            throw PageError(error) { $0 == .storeUnavailable ? Draft(text: form[single: "task"]) : nil }
        }
    }
}

extension Draft {
    /// The fields of a refused form, to be sent to the same route once more, if that is one of the tasks page's.
    fileprivate init(_ form: FormBody, sentTo path: String) {
        self.init(
            text: form[single: "task"], completed: form[single: "completed"].flatMap { Bool($0) },
            retry: TaskRoute(path: path))
    }
}
