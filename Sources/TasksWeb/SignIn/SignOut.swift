import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect

/// Ends a session here and at the authority.
struct SignOut: Sendable {
    /// What a browser is to forget beside our cookies (`Clear-Site-Data`).
    static let clearedData = "\"storage\""

    let relyingParty: RelyingParty
    let refresher: SessionRefresher
    let signInCookies: SignInCookies
    let rounds: SignInRounds
    let undo: UndoCookies
    let configuration: TasksWebConfiguration

    /// Ends the session, and sends the browser to the authority to end the one there.
    func end(_ session: Session, in slot: SessionSlot, cookies: RequestCookies) async throws -> Response {
        let (newest, isEntered) = try await refresher.end(session)
        slot.clear()
        if let refreshToken = newest.refreshToken { await relyingParty.revoke(refreshToken: refreshToken, policy: newest.policy) }
        // Where the end isn't entered a page shows the address, and nobody's token: `client_id` has to do.
        let next = try? await relyingParty.signOutURL(
            idTokenHint: isEntered ? newest.idToken : nil, policy: newest.policy,
            postLogoutRedirectURI: configuration.redirectURI.replacing(path: SitePath.signedOut).description, state: nil)
        let expiring = signInCookies.expiringAll(in: cookies) + rounds.expiring(in: cookies) + undo.expiring(in: cookies)
        guard isEntered else {
            var error = PageError(.signedOutHereOnly(next: next?.description))
            error.cookies = expiring
            error.clearsStorage = true
            throw error
        }
        var response = Response.seeOther(next?.description ?? SitePath.signedOut, setting: expiring)
        response.headers[.clearSiteData] = Self.clearedData
        return response
    }
}
