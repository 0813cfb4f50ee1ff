import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect

/// Ends a session here and at the authority.
struct SignOut: Sendable {
    let relyingParty: RelyingParty
    let register: SessionRegister
    let refresher: SessionRefresher
    let signInCookies: SignInCookies
    let configuration: TasksWebConfiguration

    /// Ends the session, and sends the browser to the authority to end the one there.
    func end(_ session: Session, in slot: SessionSlot, cookies: RequestCookies) async throws -> Response {
        // From now on no refresh begins; one in flight would bring tokens that nobody revokes, so the newest ones count.
        register.holdEnded(session)
        let newest = await refresher.settled(session)
        try await register.end(newest)
        slot.clear()
        if let refreshToken = newest.refreshToken { await relyingParty.revoke(refreshToken: refreshToken, policy: newest.policy) }
        let next = try? await relyingParty.signOutURL(
            idTokenHint: newest.idToken, policy: newest.policy,
            postLogoutRedirectURI: configuration.redirectURI.replacing(path: SitePath.signedOut).description, state: nil)
        var response = Response.seeOther(next?.description ?? SitePath.signedOut, setting: signInCookies.expiringAll(in: cookies))
        response.headers[.clearSiteData] = "\"storage\""
        return response
    }
}
