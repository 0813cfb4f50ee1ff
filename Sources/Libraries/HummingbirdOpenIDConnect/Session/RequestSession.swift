import HTTPTypes
package import Hummingbird
import OpenIDConnect
package import SessionStorage
import Synchronization
package import WebSupport

/// The session of one request, before and after it was served.
///
/// Call its methods before the response's head is sent, because their changes are in the response's cookies.
public final class RequestSession: Sendable {
    /// The change of the session while the request was served.
    enum Change: Sendable {
        /// No change: no cookie is set.
        case none
        /// The session is another one, or has other tokens.
        case stored(Session)
        /// The session has ended: its cookies expire.
        case cleared
        /// Another request has ended it, or this one doesn't prove the device: no cookie is set, because the browser
        /// may have a new session's by now.
        case endedElsewhere
    }

    private struct State {
        /// `nil` until they are parsed.
        var cookies: RequestCookies?
        /// `nil` until the session is opened.
        var site: WebSignIn?
        var first: SessionID?
        var session: Session?
        /// The session's tokens, if this request has read them.
        var tokens: SessionTokens?
        var change = Change.none
        var unusable: Session?
        var authority: String?
        var responseCookies: [String] = []

        /// Another session than before, or none.
        mutating func change(to session: Session?, _ tokens: SessionTokens? = nil, as change: Change) {
            self.session = session
            self.tokens = tokens
            self.change = change
            unusable = nil
            authority = session?.authority ?? authority
        }
    }

    /// How soon after a sign-in a refusal of the access token is a reaction to it, in seconds.
    private static let refusalWindow: Int64 = 120
    /// How soon after a sign-in for a challenge the same challenge says that the sign-in didn't help, in seconds.
    private static let stepUpWindow: Int64 = 60

    private let state: Mutex<State>

    /// Creates a session without a user, for a request whose cookie ``SignInMiddleware`` hasn't opened yet.
    public convenience init() { self.init(nil, at: nil) }

    /// - Parameter authority: The authority of the cookie's session, which may have ended.
    init(
        _ session: Session?, unusable: Session? = nil, authority: String? = nil, cookies: RequestCookies? = nil,
        at site: WebSignIn?
    ) {
        state = Mutex(
            State(
                cookies: cookies, site: site, first: (session ?? unusable)?.id, session: session, unusable: unusable,
                authority: authority))
    }

    // MARK: Cookies

    /// The request's cookies, once they are parsed.
    package var cookies: RequestCookies { state.withLock { $0.cookies } ?? RequestCookies([:]) }

    /// Parses the request's cookies, unless that is done.
    package func readCookies(of request: Request) -> RequestCookies {
        if let cookies = state.withLock({ $0.cookies }) { return cookies }
        let cookies = RequestCookies(request.headers)
        state.withLock { $0.cookies = cookies }
        return cookies
    }

    /// Adds `Set-Cookie` fields to the response, whatever that is, an error's too.
    ///
    /// Of two for one name the later one counts; those that the response has itself are the last. ``SignInMiddleware``
    /// writes them, so with any of them it turns an error into a response, which middleware further out would get else.
    public func setCookies(_ fields: [String]) {
        state.withLock { $0.responseCookies += fields }
    }

    /// The `Set-Cookie` fields that were added so far.
    var responseCookies: [String] { state.withLock { $0.responseCookies } }

    /// The signed-in user; `nil` if there is none.
    public var user: SignedInUser? { current.map(SignedInUser.init) }

    /// The signed-in user.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``, which sends a navigation to sign-in and gives anything else 401.
    public func requireUser() throws(SignInError) -> SignedInUser {
        guard let user else { throw SignInError(.notSignedIn) }
        return user
    }

    /// The access token, refreshed if it is about to expire.
    ///
    /// The token is refreshed when a tenth of its lifetime is left, at most a minute. If that fails, or takes longer
    /// than a second while the token is valid for two seconds more, the present token is returned as long as it is
    /// valid.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn`` if no user is signed in any more: the session ends if the authority
    ///   refuses the refresh token, or if the access token has expired and there is no refresh token (RFC 6749, section
    ///   6). ``SignInError/Kind/claimMissing(_:)`` if the refreshed ID token lacks a required claim.
    ///   ``SignInError/Kind/provider(_:)``, ``SignInError/Kind/storeUnavailable(isSigningIn:)`` or
    ///   ``SignInError/Kind/sessionTooLarge`` if the token has expired, and the authority or the store is unreachable
    ///   or the new tokens are too large.
    public func accessToken() async throws(SignInError) -> String {
        guard let site, let session = current else { throw SignInError(.notSignedIn) }
        let token = session.accessToken
        guard token.isExpiring(at: site.now()) else { return token.text }
        return try await tokenAfterRefresh(of: session, at: site)
    }

    @inline(never)  // frame
    private func tokenAfterRefresh(of session: Session, at site: WebSignIn) async throws(SignInError) -> String {
        let token = session.accessToken
        // The token must still be valid after the wait. Times are whole seconds, so that one more is added.
        let isValid = !token.isExpired(at: site.now() + SessionRefresher.patience.components.seconds + 1)
        do throws(SessionRowError) {
            return try await refresh(session, replacing: token.text, isValid: isValid).tokens.accessToken.text
        } catch {
            switch error {
            case .ended: throw SignInError(.notSignedIn)
            case .claimMissing(let error): throw error
            case .noRefreshToken:
                // One that expires as it is issued is for the API to judge, or each sign-in would lead to the next.
                guard token.isExpired(at: site.now()), !token.isExpired(at: session.started) else { return token.text }
                await site.rows.end(session.key, because: .expired)
                clear()
                throw SignInError(.notSignedIn)
            case .provider, .tooLarge, .storeUnavailable:
                guard token.isExpired(at: site.now()) else { return token.text }
                throw SignInError(row: error)
            }
        }
    }

    /// Another access token than the one that an API has refused.
    ///
    /// - Parameter isNew: Whether the authority issued the refused token just now, so that another is of no use.
    /// - Returns: The token, and whether the authority issued it just now.
    @inline(never)  // frame
    func accessToken(after token: String, isNew: Bool) async throws(SignInError) -> (String, isNew: Bool) {
        guard let session = current else { throw SignInError(.accessTokenRefused(isRepeated: false)) }
        guard !isNew else { throw await refused(session) }
        do throws(SessionRowError) {
            let refreshed = try await refresh(session, replacing: token)
            return (refreshed.tokens.accessToken.text, refreshed.isNew)
        } catch {
            switch error {
            case .ended, .noRefreshToken: throw await refused(session)
            case .provider, .claimMissing, .tooLarge, .storeUnavailable: throw SignInError(row: error)
            }
        }
    }

    /// The authority's claims about the user, from the newest ID token.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``, also if the session turns out to have ended;
    ///   ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func claims() async throws(SignInError) -> SignedInClaims {
        guard let site, let session = current else { throw SignInError(.notSignedIn) }
        let tokens: SessionTokens
        if let known = state.withLock({ $0.tokens }) {
            tokens = known
        } else {
            do throws(SessionRowError) {
                tokens = try await site.rows.row(of: session.key).tokens
            } catch {
                leave(error)
                throw SignInError(row: error)
            }
        }
        // Verified when it came, and sealed since.
        guard let claims = tokens.claims else { throw SignInError(.notSignedIn) }
        return SignedInClaims(
            idToken: claims, userInfo: tokens.userInfo.flatMap { Claims(jsonObject: Array($0.utf8)) })
    }

    // MARK: Changes

    /// The id of the session, to which an application can bind what a browser stores.
    package var id: SessionID? { current?.id }

    /// The name in logs of the session: of the current one, or of the one that the request came with and has ended.
    package var logName: String? { (current?.id ?? first).map(LogName.of) }

    var site: WebSignIn? { state.withLock { $0.site } }
    /// The session that the request came with.
    package var first: SessionID? { state.withLock { $0.first } }
    var current: Session? { state.withLock { $0.session } }
    var change: Change { state.withLock { $0.change } }
    /// A session that authenticates no request, but can be ended: it is idle-expired, its authority isn't configured
    /// any more, or another authority has its name.
    var unusable: Session? { state.withLock { $0.unusable } }
    /// The name of the authority at which the user of this request has last signed in, as far as is known.
    var authority: String? { state.withLock { $0.authority } }

    /// Opens the session that the request came with.
    ///
    /// - Parameter authority: The authority of the cookie's session, which may have ended.
    func open(_ session: Session?, unusable: Session?, authority: String?, at site: WebSignIn) {
        state.withLock {
            $0.site = site
            $0.first = (session ?? unusable)?.id
            ($0.session, $0.unusable, $0.authority) = (session, unusable, authority)
        }
    }

    func store(_ session: Session, _ tokens: SessionTokens? = nil) {
        state.withLock { $0.change(to: session, tokens, as: .stored(session)) }
    }

    /// The session has ended with this request.
    func clear() { state.withLock { $0.change(to: nil, as: .cleared) } }

    /// The session has ended with another request, or isn't this request's to use.
    func leave() { state.withLock { $0.change(to: nil, as: .endedElsewhere) } }

    /// Stops this request from ending an unusable session.
    func forgetUnusable() { state.withLock { $0.unusable = nil } }

    /// The request's form is of a page of a session that has ended, whose user signs in again at its authority.
    func noteAuthority(_ name: String) {
        state.withLock { $0.authority = $0.authority ?? name }
    }

    func leave(_ error: SessionRowError) {
        switch error {
        case .ended(elsewhere: true): leave()
        case .ended(elsewhere: false), .claimMissing: clear()
        case .noRefreshToken, .provider, .tooLarge, .storeUnavailable: break
        }
    }

    private func refresh(
        _ session: Session, replacing token: String, isValid: Bool = false
    ) async throws(SessionRowError) -> SessionRefresher.Refreshed {
        guard let site else { throw .ended(elsewhere: false) }
        do throws(SessionRowError) {
            let refreshed =
                isValid
                ? try await site.refresher.refresh(session, expiring: token)
                : try await site.refresher.refresh(session, unusable: token)
            let next = session.with(refreshed.tokens)
            // After the API's call it would be too late: what that has changed stays.
            try site.sessionCookie.checkRefreshed(next)
            store(next, refreshed.tokens)
            return refreshed
        } catch {
            leave(error)
            throw error
        }
    }

    /// The API has accepted a token of this sign-in: a later refusal is no response to the sign-in.
    func noteAccepted() {
        state.withLock { state in
            guard let session = state.session, session.cause.followsRefusal else { return }
            let cause: Session.Cause = session.cause.followsInteraction ? .interaction : .user
            let next = session.with { $0.cause = cause }
            (state.session, state.change) = (next, .stored(next))
        }
    }

    /// The error for what an API or a route requires of the user's authentication: a sign-in for it, unless that has
    /// just been.
    func stepUp(for challenge: StepUpChallenge) -> SignInError {
        guard let site, let session = current, session.stepUp == StepUpMark(challenge),
            site.now() - session.started < Self.stepUpWindow
        else { return SignInError(.stepUpRequired(challenge)) }
        return SignInError(.stepUpRequiredAgain)
    }

    /// The API refuses the session's tokens, which ends it; a refusal right after a sign-in for that reason doesn't.
    private func refused(_ session: Session) async -> SignInError {
        guard let site else { return SignInError(.accessTokenRefused(isRepeated: false)) }
        if session.cause.followsRefusal, site.now() - session.started < Self.refusalWindow {
            let claims = Claims.unverified(ofJWT: session.accessToken.text)
            guard claims?.isEntraVersion1 == true else { return SignInError(.accessTokenRefused(isRepeated: true)) }
            return SignInError(
                .entraVersion1TokenRefused,
                reason: "the API refuses a v1 token of Microsoft Entra; requestedAccessTokenVersion should be 2")
        }
        // A refresh that found the session ended has cleared it already.
        guard current != nil else { return SignInError(.accessTokenRefused(isRepeated: false)) }
        if site.rows.cache.ended.contains(session.id) {
            _ = await site.rows.end(session.id, until: session.expiryDate)
            leave()
        } else {
            await site.rows.end(session.key, because: .refusedByAPI)
            clear()
        }
        return SignInError(.accessTokenRefused(isRepeated: false))
    }
}

extension SessionCookie {
    /// Checks the cookies of a refreshed session.
    fileprivate func checkRefreshed(_ session: Session) throws(SessionRowError) {
        do throws(SignInError) {
            try check(session)
        } catch {
            throw .tooLarge(error)
        }
    }
}
