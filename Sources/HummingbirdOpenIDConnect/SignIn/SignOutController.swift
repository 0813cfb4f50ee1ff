import HTTPTransport
import Hummingbird
import Logging
import OpenIDConnect

/// Ends a session here and at the authority (OpenID Connect RP-Initiated Logout 1.0).
struct SignOutController: Sendable {
    let site: WebSignIn

    func addRoutes<Context: SignInRequestContext>(to router: some RouterMethods<Context>) {
        router.post(RouterPath(site.options.signOutPath)) { request, context in await end(request, context) }
    }

    private func end(_ request: Request, _ context: some SignInRequestContext) async -> Response {
        let home = site.options.homePath
        guard let session = context.session.current else { return Response(seeOther: home) }
        context.session.end()
        // A refresh in flight brings tokens that the browser will never see: those are the ones to revoke.
        let newest = await site.refresher.settled(session)
        var next: HTTPURL?
        do {
            next = try await site.relyingParty.signOutURL(
                idTokenHint: newest.idToken, policy: newest.policy, postLogoutRedirectURI: site.origin + home,
                state: nil)
            if let token = newest.refreshToken {
                try await site.relyingParty.revoke(refreshToken: token, policy: newest.policy)
            }
        } catch {
            context.logger.warning("the provider has not heard all of a sign-out", metadata: ["reason": "\(error)"])
        }
        return Response(
            seeOther: next?.description ?? home, setting: site.attempts.expiringAll(in: RequestCookies(request.headers))
        )
    }
}
