import FoundationEssentials
import HTTPTransport
public import Hummingbird
public import OpenIDConnect
public import SealedCookies

/// Signs people in to a Hummingbird application with OpenID Connect, and keeps their session in a sealed cookie.
///
/// The session is in the cookie alone, tokens and all: any process with the same keys serves it, and none keeps
/// anything of it. That has its price. A copy of the cookie, taken before a sign-out, is refused by the process that
/// served the sign-out for as long as it runs, and by no other before the session's end; an authority can't end a
/// session here (no front- or back-channel logout). A refresh is shared by the requests of one process: where an
/// authority spends refresh tokens on use and an answer with new ones is lost, or two processes refresh at once, the
/// person may have to sign in again. An answer counts once at each process; that a code counts once everywhere is the
/// authority's part. With `form_post` a sign-in doesn't end the session that it replaces, whose cookie isn't sent
/// along. Where that matters, keep sessions short, or keep a register of sessions, as Latchkey does.
public final class WebSignIn: Sendable {
    let relyingParty: RelyingParty
    let options: SignInOptions
    /// Where the site is, as browsers see it.
    let origin: String
    let replyPath: String
    let cookies: ChunkedCookie
    let attempts: AttemptCookies<ReturningAttempt>
    let refresher: SessionRefresher
    let spentStates = SpentValues()
    let endedSessions = SpentValues()
    let now: @Sendable () -> Int64

    /// A way to sign in.
    ///
    /// - Parameters:
    ///   - relyingParty: The registration. Its redirect URI says where browsers reach the site; over plain `http` it
    ///     must be a loopback one.
    ///   - codec: Seals the cookies, with keys that all processes of the site share.
    ///   - options: Paths, lifetimes, and what is asked for.
    /// - Throws: `OpenIDConnectError` of the kind `configuration(setting:)` where the redirect URI or an option can't
    ///   work. `form_post` needs HTTPS: the answer comes from the authority's site, and browsers send a cookie along
    ///   with that only if it is `SameSite=None; Secure`.
    public convenience init(
        relyingParty: RelyingParty, codec: SealedCookieCodec, options: SignInOptions = SignInOptions()
    ) throws(OpenIDConnectError) {
        try self.init(relyingParty: relyingParty, codec: codec, options: options) {
            Int64(Date().timeIntervalSince1970)
        }
    }

    init(
        relyingParty: RelyingParty, codec: SealedCookieCodec, options: SignInOptions,
        now: @escaping @Sendable () -> Int64
    ) throws(OpenIDConnectError) {
        func wrong(_ words: String) -> OpenIDConnectError {
            .init(.configuration(setting: "redirectURI"), "the redirect URI \(words)")
        }
        guard let redirectURI = HTTPURL(relyingParty.configuration.redirectURI) else {
            throw wrong("is no http or https URL")
        }
        let isOverHTTPS = redirectURI.scheme == .https
        guard isOverHTTPS || redirectURI.isLoopback else {
            throw wrong("needs https: plain http is for loopback addresses only")
        }
        guard LocalPath(redirectURI.path) != nil, redirectURI.query == nil else {
            throw wrong("needs a plain path and no query")
        }
        let postsAnswers = relyingParty.configuration.responseMode == .formPost
        guard isOverHTTPS || !postsAnswers else { throw wrong("needs https for form_post") }
        try options.check(replyPath: redirectURI.path)

        self.relyingParty = relyingParty
        self.options = options
        self.now = now
        origin = redirectURI.origin
        replyPath = redirectURI.path
        let attributes = CookieAttributes(isOverHTTPS: isOverHTTPS)
        let name = attributes.name(options.cookieName)
        cookies = ChunkedCookie(name: name, attributes: attributes, codec: codec)
        attempts = AttemptCookies(
            prefix: "\(name)-sign-in.",
            attributes: CookieAttributes(isOverHTTPS: isOverHTTPS, sameSite: postsAnswers ? .none : .lax),
            codec: codec)
        refresher = SessionRefresher(relyingParty: relyingParty, now: now)
    }

    /// Adds sign-in, the authority's answer and sign-out to a router, and what opens the session for every route that
    /// is added after.
    ///
    /// - `GET /sign-in[?returnTo=/path]` sends a navigation to the authority; anything else than a navigation gets 401.
    /// - `GET`, and with `form_post` also `POST`, at the redirect URI's path ends the sign-in.
    /// - `POST /sign-out` ends the session here and at the authority.
    ///
    /// A request with a session and a method that may change something (RFC 9110, section 9.2.1) has to come from a
    /// page of this site, as `Sec-Fetch-Site` says, or else `Origin`; any other is answered with 403.
    public func add<Context: SignInRequestContext>(to router: some RouterMethods<Context>) {
        _ = router.add(middleware: SessionCookieMiddleware<Context>(site: self))
        SignInController(site: self).addRoutes(to: router)
        SignOutController(site: self).addRoutes(to: router)
    }

    /// A path to come back to; `nil` for anything that isn't a page of this site.
    func returnPath(_ text: String?) -> String? {
        guard let path = LocalPath(text),
            ![options.signInPath, options.signOutPath, replyPath].contains(where: { $0.lowercased() == path.route })
        else { return nil }
        return path.value
    }
}
