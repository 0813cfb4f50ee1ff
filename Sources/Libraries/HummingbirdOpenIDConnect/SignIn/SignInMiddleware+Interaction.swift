import HTTPTransport
import HTTPTypes
import Hummingbird
import OpenIDConnect
import WebSupport

extension SignInMiddleware {
    /// The redirect straight to the authority, if the error of a request is a refresh's that requires interaction with
    /// the user; it leads back to the requested page.
    ///
    /// No route accepts the authority's `claims`, because any site could then put its own into a link.
    ///
    /// - Throws: The error itself, if it requires no interaction; ``SignInError`` if the sign-in can't start.
    func interaction(after error: any Error, _ request: Request, _ context: Context) async throws -> Response {
        guard let failure = error as? SignInError, case .provider(let cause) = failure.kind,
            cause.isInteractionRequired, request.isNavigation,
            let session = context.session.current, let authority = site.authorities[session.authority],
            let route = authority.route(.signIn) ?? authority.routes.first(where: \.startsSession)
        else { throw error }
        do throws(SignInError) {
            let cookies = context.session.cookies
            let starter = site.starter(at: authority)
            // Two tabs that need the same are no loop, but a session from such a sign-in is.
            let isRepeated = session.cause.followsInteraction && site.now() - session.started < SignInLoopGuard.window
            let started = try await starter.interact(
                cause, at: route.with(policy: session.policy),
                asking: SignInRequest(uiLocales: hooks.uiLocales(request, context)),
                returnTo: site.returnPaths.page(of: request), after: session.cause, isRepeated: isRepeated,
                over: cookies)
            guard starter.mayStart(request, setting: started.fields, over: cookies) else {
                throw SignInError(.tooManySignIns)
            }
            let record = site.loopGuard
                .recording(completed: false, interaction: true, over: cookies, now: site.now())
            if request.method != .head { context.session.setCookies(started.fields + record) }
            return Response(seeOther: started.location)
        } catch {
            var next = error
            next.retryPath = authority.startPath(
                policy: session.policy, returnTo: site.returnPaths.page(of: request), after: session.cause)
            throw next
        }
    }
}
