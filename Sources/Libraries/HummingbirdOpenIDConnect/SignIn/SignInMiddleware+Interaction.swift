import HTTPTransport
import HTTPTypes
import Hummingbird
import OpenIDConnect
import WebSupport

extension SignInMiddleware {
    /// The redirect straight to the authority, if the error of a request requires something of the user there, as a
    /// refresh's or an API's challenge; it leads back to the requested page.
    ///
    /// No route accepts `claims`, `acr_values` or `max_age`, because any site could then put its own into a link.
    ///
    /// - Throws: The error itself, if it requires nothing there; ``SignInError`` if the sign-in can't start.
    func interaction(after error: any Error, _ request: Request, _ context: Context) async throws -> Response {
        guard let failure = error as? SignInError, failure.leadsToAuthority, request.isNavigation,
            let session = context.session.current, let authority = site.authorities[session.authority],
            let route = authority.routeForUser(of: session)
        else { throw error }
        let returnTo = site.returnPaths.page(of: request)
        do throws(SignInError) {
            let (fields, location) = try await start(
                after: failure, session, authority, at: route, returnTo: returnTo, request, context)
            if request.method != .head { context.session.setCookies(fields) }
            return Response(seeOther: location)
        } catch {
            var next = error
            var stepUp: String?
            if case .stepUpRequired(let challenge) = failure.kind {
                stepUp = site.stepUps.seal(challenge, in: context.session)
            }
            next.retryPath = authority.startPath(
                policy: route.policy, returnTo: returnTo, after: session.cause, stepUp: stepUp)
            throw next
        }
    }

    /// Starts the sign-in that an error requires.
    private func start(
        after failure: SignInError, _ session: Session, _ authority: SignInAuthority, at route: SignInRoute,
        returnTo: String?, _ request: Request, _ context: Context
    ) async throws(SignInError) -> (fields: [String], location: String) {
        let cookies = context.session.cookies
        let starter = site.starter(at: authority)
        let asked = SignInRequest(uiLocales: hooks.uiLocales(request, context))
        let started: SignInStarter.Started
        var record: [String] = []
        switch failure.kind {
        case .stepUpRequired(let challenge):
            started = try await starter.start(
                route, asking: asked, returnTo: returnTo, cause: session.cause, stepUp: challenge, over: cookies)
        case .provider(let cause):
            // Two tabs that need the same are no loop, but a session from such a sign-in is.
            let isRepeated = session.cause.followsInteraction && site.now() - session.started < SignInLoopGuard.window
            started = try await starter.interact(
                cause, at: route, asking: asked, returnTo: returnTo, after: session.cause, isRepeated: isRepeated,
                over: cookies)
            record = site.loopGuard.recording(completed: false, interaction: true, over: cookies, now: site.now())
        default: throw failure
        }
        guard starter.mayStart(request, setting: started.fields, over: cookies) else {
            throw SignInError(.tooManySignIns)
        }
        return (started.fields + record, started.location)
    }
}

extension SignInError {
    /// Whether the error requires something of the user at the authority, for which the session stays.
    fileprivate var leadsToAuthority: Bool {
        switch kind {
        case .stepUpRequired: true
        case .provider(let error): error.isInteractionRequired
        default: false
        }
    }
}
