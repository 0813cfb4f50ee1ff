import HTTPTransport
import HTTPTypes
import Hummingbird
import OpenIDConnect

/// Ends the session here and at the authority.
struct SignOutController: Sendable {
    let relyingParty: RelyingParty
    let register: SessionRegister
    let refresher: SessionRefresher
    let cookies: SignInCookies
    let configuration: TasksWebConfiguration

    func addRoutes(to router: Router<WebContext>) {
        router.post(RouterPath(SitePath.signOut)) { _, context in try await signOut(context) }
        router.get(RouterPath(SitePath.signedOut)) { _, context in
            Response.page(SignedOutPage(layout: SiteLayout(title: "Signed out", context: context, configuration: configuration)).html())
        }
    }

    private func signOut(_ context: WebContext) async throws -> Response {
        guard let session = context.slot.session else { return .seeOther(SitePath.signedOut) }
        // A refresh in flight would bring tokens that nobody revokes: the newest ones count.
        let newest = await refresher.settled(session)
        try await register.end(newest)
        context.slot.clear()
        if let refreshToken = newest.refreshToken { await relyingParty.revoke(refreshToken: refreshToken, policy: newest.policy) }
        let next = try? await relyingParty.signOutURL(
            idTokenHint: newest.idToken, policy: newest.policy,
            postLogoutRedirectURI: configuration.redirectURI.replacing(path: SitePath.signedOut).description, state: nil)
        var response = Response.seeOther(next?.description ?? SitePath.signedOut, setting: cookies.expiringAll(in: context.cookies))
        response.headers[.clearSiteData] = "\"storage\""
        return response
    }
}
