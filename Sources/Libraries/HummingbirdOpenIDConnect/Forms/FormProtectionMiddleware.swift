public import HTTPTransport
import HTTPTypes
public import Hummingbird
import WebSupport

/// Reads posted forms, and in a session lets a POST through only if it comes from a page of this site and session.
///
/// Browsers send where a request comes from (`Sec-Fetch-Site`, `Origin`), and the field `csrf` of each form has the
/// page's ``RequestSession/csrf()``. Without a session a form passes, whatever made it, because it acts for no user: a
/// route that changes something requires one (``SignedInContext``). A form that meets such a route without a user can
/// be stored until its user has signed in again: see ``PendingForms``.
///
/// Add it after ``SignInMiddleware``, which then needn't check the source of requests:
///
/// ```swift
/// router.add(middleware: SignInMiddleware(signIn, checksSource: false))
/// let pages = router.group().add(middleware: FormProtectionMiddleware(signIn))
/// signIn.addRoutes(to: pages)
/// ```
public struct FormProtectionMiddleware<Context: FormRequestContext>: RouterMiddleware {
    /// Selects the fields that are stored of a form whose session has ended; `nil`: the form is dropped.
    public typealias Selection = @Sendable (_ form: FormBody, _ path: String) -> FormBody?
    /// Makes the application's error of the middleware's.
    ///
    /// The form is there if its text may be shown: no other user can have typed it, nor another site.
    public typealias Refusal = @Sendable (_ error: SignInError, _ form: FormBody?, _ request: Request) -> any Error

    private let tokens: CSRFTokenSeal
    private let origin: String
    private let pendingForms: PendingForms
    /// The paths that authorities and browsers post to by themselves, each with another proof.
    private let exempt: Set<String>
    private let storing: Selection
    private let refusal: Refusal

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - signIn: The sign-in of the forms' sessions.
    ///   - storing: Selects the fields that are stored of a form whose session has ended.
    ///   - refusal: The error for a form that is refused (``SignInError/Kind/crossSiteRequest``), or that can't be
    ///     stored.
    public init(
        _ signIn: WebSignIn, storing: @escaping Selection = { _, _ in nil },
        refusal: @escaping Refusal = { error, _, _ in error }
    ) {
        tokens = signIn.csrfTokens
        origin = signIn.origin
        pendingForms = signIn.pendingForms
        exempt = signIn.redirectPaths.union([signIn.options.backChannelLogoutPath] + signIn.options.devicePaths)
        self.storing = storing
        self.refusal = refusal
    }

    /// Passes a request on with its form, or one that needs none.
    ///
    /// - Throws: ``SignInError/Kind/unreadableForm``, the error of `refusal`, or an error from further in.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        isProtected(request)
            ? try await handleForm(of: request, context, next) : try await next(request, context)
    }

    @inline(never)  // frame
    private func isProtected(_ request: Request) -> Bool {
        request.method == .post && !exempt.contains(request.uri.path)
    }

    @inline(never)  // frame
    private func handleForm(
        of request: Request, _ context: Context, _ next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let form = try await request.postedForm()
        let token = form[single: "csrf"].flatMap(tokens.open)
        let isOurs = request.source(at: origin) != .anotherSite
        if !isOurs || token?.belongs(to: context.session) != true {
            guard context.session.user == nil else {
                let isShown = token?.isUser(of: context.session) ?? isOurs
                throw refusal(SignInError(.crossSiteRequest), isShown ? form : nil, request)
            }
            context.session.forgetUnusable()
            if isOurs, let token { context.session.noteAuthority(token.authority) }
        }
        var context = context
        context.form = form
        do {
            return try await next(request, context)
        } catch let error as SignInError where error.storesForm {
            if isOurs, let token, request.isNavigation { try await store(form, of: token, request, context.session) }
            throw error
        }
    }

    /// Stores a form until its user has signed in again.
    private func store(_ form: FormBody, of token: CSRFToken, _ request: Request, _ session: RequestSession)
        async throws
    {
        let path = request.uri.path
        guard let stored = storing(form, path) else { return }
        do {
            try await pendingForms.store(PendingForm(user: token.user, path: path, form: stored), in: session)
        } catch {
            throw refusal(error, form, request)
        }
    }
}
