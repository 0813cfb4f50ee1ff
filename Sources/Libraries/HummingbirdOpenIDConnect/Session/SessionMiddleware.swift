import HTTPTypes
package import Hummingbird
import Logging
import SealedCookies
import SessionStorage
import WebSupport

/// Opens the session's cookie into the context, and writes it if the session changed.
///
/// A navigation expires the sealed cookies that don't open.
package struct SessionMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn
    private let otherCookies: [ChunkedCookie]
    /// Stored, because each request needs it and a `Duration` counts in 128 bits.
    private let idleSeconds: Int64

    /// - Parameter sealedCookies: The application's own sealed cookies.
    package init(site: WebSignIn, sealedCookies: [ChunkedCookie] = []) {
        self.site = site
        otherCookies = [SignInLoopGuard(site: site).cookie] + sealedCookies
        idleSeconds = site.options.idleSeconds
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        let session = try openSession(of: request, into: &context)
        let response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try self.response(to: error, request, context)
        }
        return try withSessionFields(response, to: request, context, cameWith: session)
    }

    // Not inlined, because the caller's frame would have its values until the response is complete.
    /// - Returns: The session, if it is usable.
    @inline(never)
    private func openSession(of request: Request, into context: inout Context) throws -> Session? {
        let cookies = context.session.cookies
        let now = site.now()
        // Of several sessions the first usable one counts. Without one the first shows where the user signs in.
        var (found, unusable): (Session?, Session?)
        let session = site.cookie.first(in: cookies, now: now) { bytes in
            guard let session = Session(bytes: bytes) else { return nil as Session? }
            found = found ?? session
            guard !site.cache.ended.contains(session.id) else { return nil }
            guard isUnusable(session, now: now) else { return session }
            unusable = unusable ?? session
            return nil
        }
        // No cookie is accepted before the ended sessions are known; signing out is always safe.
        if session != nil, !site.cache.ended.isCaughtUp, request.uri.path != site.options.signOutPath {
            throw SignInError(
                .storeUnavailable(isSigningIn: false), reason: "which sessions have ended has not been read yet")
        }
        context.session = RequestSession(
            session, unusable: session == nil ? unusable : nil, authority: (session ?? found)?.authority,
            cookies: cookies, at: site)
        if let session { site.cache.uses.note(session.id, last: session.lastUsed, at: now) }
        return session
    }

    /// Adds the session's cookies and `no-store`, and expires cookies that don't open.
    @inline(never)
    private func withSessionFields(
        _ response: Response, to request: Request, _ context: Context, cameWith session: Session?
    ) throws -> Response {
        var response = response
        let (cookies, now) = (context.session.cookies, site.now())
        if session != nil, !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "no-store" }
        // A background request must not expire a cookie: the page's sign-out still needs an idle session's, and another
        // tab may have got a new session's meanwhile.
        if session != nil || request.isNavigation || !context.session.change.isNone {
            response.set(try fields(for: context.session, cameWith: session, over: cookies, now: now))
        }
        // Most requests carry the session's cookies alone.
        let hasOthers = cookies.contains { !ChunkedCookie.isPart($0, of: site.names.session) }
        if hasOthers, request.isNavigation { expireUnopened(by: &response, in: cookies, now: now) }
        return response
    }

    /// Expires the other sealed cookies that don't open, unless the response sets them itself.
    private func expireUnopened(by response: inout Response, in cookies: RequestCookies, now: Int64) {
        let unopened =
            otherCookies.flatMap { $0.expiringUnopened(in: cookies, now: now) }
            + site.attempts.expiringUnopened(in: cookies, now: now)
        guard !unopened.isEmpty else { return }
        // Of two fields for one name the later one counts.
        let fields = response.headers[values: .setCookie]
        response.headers[values: .setCookie] = []
        response.set(unopened + fields)
    }

    /// Errors of a sign-in get their response here, and so does each error that follows a change of the session.
    ///
    /// Middleware further out couldn't add the cookies, and new tokens would be lost with them.
    private func response(to error: any Error, _ request: Request, _ context: Context) throws -> Response {
        if let error = error as? SignInError,
            let redirect = site.redirect(for: error, request: request, context: context)
        {
            return redirect
        }
        if context.session.change.isNone, !(error is SignInError) { throw error }
        if let error = error as? any HTTPResponseError {
            return try error.response(from: request, context: context)
        }
        context.logger.error("the request failed", metadata: ["error": "\(type(of: error))"])
        return Response(status: .internalServerError)
    }

    private func isUnusable(_ session: Session, now: Int64) -> Bool {
        session.lastUsed + idleSeconds <= now || site.authority(of: session) == nil
    }

    private func fields(
        for slot: RequestSession, cameWith session: Session?, over cookies: RequestCookies, now: Int64
    ) throws(SignInError) -> [String] {
        switch slot.change {
        case .cleared: return site.cookie.expiring(in: cookies)
        case .endedElsewhere: return []
        case .stored(let stored): return try setting(stored, now, over: cookies)
        case .none:
            guard let session else { return site.cookie.expiring(in: cookies) }
            // Reading pages doesn't rewrite cookies.
            let renewal = min(60, max(1, idleSeconds / 4))
            return now - session.lastUsed >= renewal ? try setting(session, now, over: cookies) : []
        }
    }

    /// A response still under way must not restore a session that has ended meanwhile, nor remove the one after it.
    private func setting(_ session: Session, _ now: Int64, over cookies: RequestCookies) throws(SignInError)
        -> [String]
    {
        guard !site.cache.ended.contains(session.id) else { return [] }
        return try site.cookieFields(session.with { $0.lastUsed = now }, now: now, over: cookies)
    }
}

extension RequestSession.Change {
    var isNone: Bool {
        if case .none = self { true } else { false }
    }
}
