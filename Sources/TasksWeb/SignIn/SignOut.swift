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
    let register: SessionRegister
    let refresher: SessionRefresher
    let signInCookies: SignInCookies
    let rounds: SignInRounds
    let undo: UndoCookies
    let configuration: TasksWebConfiguration

    /// Ends the session, and sends the browser to the authority to end the one there.
    func end(_ session: Session, in slot: SessionSlot, cookies: RequestCookies) async throws -> Response {
        // From now on no refresh begins; one in flight would bring tokens that nobody revokes, so the newest ones count.
        register.holdEnded(session)
        let newest = await refresher.settled(session)
        let isEntered = try await enter(newest)
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

    /// Enters the end of the session; `false` where that has to wait until the register is back.
    private func enter(_ session: Session) async throws -> Bool {
        do {
            try await register.end(session)
            return true
        } catch let error as PageError where error.kind == .registerAway {
            return false
        }
    }
}
