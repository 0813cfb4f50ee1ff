import HTTPTransport
import HTTPTypes
public import Hummingbird
import Logging
import SessionStorage
import WebSupport

/// Opens the session of each request, and writes its cookies into the response, whatever that is.
///
/// ``WebSignIn/add(to:hooks:)`` adds it, and the routes. In a chain of your own, add middleware that needs no session
/// before it, and all other after it:
///
/// 1. The session's cookie is opened into the context. While this process doesn't know which sessions have ended, a
///    request with a session is ``SignInError/Kind/storeUnavailable(isSigningIn:)``, except at sign-out.
/// 2. A request in a session that may change something is refused, unless a page of this site has made it
///    (``SignInError/Kind/crossSiteRequest``).
/// 3. A ``SignInError`` from further in becomes a redirect to the authority or to sign-in, the application's page
///    (``SignInHooks/errorPage``), one line of text, or a problem in JSON. Another error passes on, unless cookies
///    depend on the response.
/// 4. The response gets the session's cookies and the ones from ``RequestSession/setCookies(_:)``, and loses cookies
///    that don't open or don't fit.
public struct SignInMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn
    let hooks: SignInHooks<Context>
    private let checksSource: Bool
    /// Sealed cookies that expire if they don't open.
    private let otherCookies: [ChunkedCookie]
    /// Stored, because each request needs it and a `Duration` counts in 128 bits.
    private let idleSeconds: Int64

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - signIn: The sign-in whose sessions are opened.
    ///   - hooks: The same as for the routes.
    ///   - checksSource: Whether requests of other sites are refused here; `false` if each form of the application has
    ///     a token instead.
    public init(_ signIn: WebSignIn, hooks: SignInHooks<Context> = SignInHooks(), checksSource: Bool = true) {
        site = signIn
        self.hooks = hooks
        self.checksSource = checksSource
        otherCookies =
            [signIn.loopGuard.cookie, signIn.deviceCookie] + signIn.options.sealedCookies.map(signIn.chunkedCookie)
        idleSeconds = signIn.options.idleSeconds
    }

    /// Passes the request on with its session, and adds the cookies to the response.
    ///
    /// - Throws: The error of what comes after, if it is no ``SignInError`` and no cookie depends on it; a
    ///   ``SignInError`` if no session can be opened and the application has no page for that.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var opened: Session?
        do {
            opened = try openSession(of: request, context.session)
        } catch {
            return try await requiredPage(for: error, request, context)
        }
        if let session = opened, session.binding != .unbound, let bindings = site.deviceBindings,
            !isBound(session, provenBy: bindings, context.session)
        {
            switch await checkDevice(session, by: bindings, request, context) {
            case .use(let session): opened = session
            case .withoutSession: opened = nil
            case .reload:
                var page = reloadPage(context.session)
                write([], into: &page, for: request, context.session)
                return page
            }
        }
        if let opened { site.rows.cache.uses.note(opened.id, last: opened.lastUsed, at: site.now()) }
        var response: Response
        do {
            if checksSource { try checkSource(of: request, context.session) }
            response = try await next(request, context)
        } catch {
            response = try await self.response(to: error, request, context)
        }
        do {
            let fields = try fields(for: request, context.session, cameWith: opened)
            if opened != nil, !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "no-store" }
            write(fields, into: &response, for: request, context.session)
        } catch {
            return try await requiredPage(for: error, request, context)
        }
        return response
    }

    // MARK: Before

    /// - Returns: The session, if it is usable.
    @inline(never)  // frame
    private func openSession(of request: Request, _ opening: RequestSession) throws(SignInError) -> Session? {
        let cookies = opening.readCookies(of: request)
        let now = site.now()
        // Of several sessions the first usable one counts. Without one, the first names the authority to sign in at.
        var (found, unusable): (Session?, Session?)
        let session = site.sessionCookie.cookie.first(in: cookies, now: now) { bytes in
            guard let session = Session(bytes: bytes) else { return nil as Session? }
            found = found ?? session
            guard !site.rows.cache.ended.contains(session.id) else { return nil }
            guard isUnusable(session, now: now) else { return session }
            // A copy of an old cookie must not end the session of the device's owner.
            if site.deviceBindings?.isRequired == true, session.binding != .unbound,
                site.deviceBindings?.isProven(session.id, in: cookies, now: now) != true
            {
                return nil
            }
            unusable = unusable ?? session
            return nil
        }
        // No cookie is accepted before the ended sessions are known; signing out is always safe.
        if session != nil, !site.rows.cache.ended.isCaughtUp, request.uri.path != site.options.signOutPath {
            throw SignInError(
                .storeUnavailable(isSigningIn: false), reason: "which sessions have ended has not been read yet")
        }
        opening.open(
            session, unusable: session == nil ? unusable : nil, authority: (session ?? found)?.authority, at: site)
        return session
    }

    private func isUnusable(_ session: Session, now: Int64) -> Bool {
        session.lastUsed + idleSeconds <= now || site.authority(of: session) == nil
    }

    @inline(never)  // frame
    private func checkSource(of request: Request, _ session: RequestSession) throws(SignInError) {
        let isInSession = session.current != nil || session.unusable != nil
        // The authorization response is authenticated by `state`, a device's proof by its signature, and logout tokens
        // come without a cookie.
        if isInSession, !request.method.isSafe, request.source(at: site.origin) != .thisSite,
            !site.redirectPaths.contains(request.uri.path), !site.options.devicePaths.contains(request.uri.path)
        {
            throw SignInError(.crossSiteRequest)
        }
    }

    // MARK: Errors

    /// The response to an error of what comes after.
    ///
    /// Middleware further out couldn't add the cookies, and new tokens would be lost with them.
    @inline(never)  // frame
    private func response(to error: any Error, _ request: Request, _ context: Context) async throws -> Response {
        var error = error
        do {
            return try await interaction(after: error, request, context)
        } catch let other {
            error = other
        }
        if let error = error as? SignInError {
            if let redirect = site.redirect(for: error, request: request, context: context) { return redirect }
            if let page = await page(for: error, request, context) { return page }
        } else if context.session.change.isNone, context.session.responseCookies.isEmpty {
            throw error
        }
        if let error = error as? any HTTPResponseError {
            return try error.response(from: request, context: context)
        }
        context.logger.error("the request failed", metadata: ["error": "\(type(of: error))"])
        return Response(status: .internalServerError)
    }

    /// The application's page for a navigation; `nil` also if it fails.
    private func page(for error: SignInError, _ request: Request, _ context: Context) async -> Response? {
        guard request.isNavigation else { return nil }
        do {
            guard var response = try await hooks.errorPage(error, request, context) else { return nil }
            response.status = error.status
            error.addFields(to: &response)
            return response
        } catch {
            context.logger.error("the page for an error failed", metadata: ["error": "\(type(of: error))"])
            return nil
        }
    }

    @inline(never)  // frame
    private func requiredPage(for error: SignInError, _ request: Request, _ context: Context) async throws -> Response {
        guard var page = await page(for: error, request, context) else { throw error }
        write([], into: &page, for: request, context.session)
        return page
    }

    // MARK: After

    /// The fields of the session, and those that expire cookies which don't open.
    @inline(never)  // frame
    private func fields(
        for request: Request, _ session: RequestSession, cameWith opened: Session?
    ) throws(SignInError) -> [String] {
        let (cookies, now) = (session.cookies, site.now())
        var fields: [String] = []
        // Most requests carry the session's cookies alone, and that of its device, which was opened with it.
        let device = opened?.binding == .bound ? site.names.device : nil
        if request.isNavigation, cookies.contains(where: { isOther($0, than: device) }) {
            fields =
                otherCookies.flatMap { $0.expiringUnopened(in: cookies, now: now) }
                + site.attempts.expiringUnopened(in: cookies, now: now)
        }
        // A background request must not expire a cookie: the page's sign-out still needs an idle session's, and another
        // tab may have got a new session's meanwhile.
        if opened != nil || request.isNavigation || !session.change.isNone {
            fields += try self.fields(for: session, cameWith: opened, over: cookies, now: now)
        }
        return fields
    }

    private func isOther(_ name: Substring, than device: String?) -> Bool {
        if ChunkedCookie.isPart(name, of: site.names.session) { return false }
        return device.map { !ChunkedCookie.isPart(name, of: $0) } ?? true
    }

    /// Adds these fields and the gathered ones before those that the response has, and removes cookies that no longer
    /// fit.
    @inline(never)  // frame
    private func write(
        _ fields: [String], into response: inout Response, for request: Request, _ session: RequestSession
    ) {
        let own = response.headers[values: .setCookie]
        var fields = fields + session.responseCookies + own
        // A single field replaces none, and the request's header bounds the bytes of its cookies.
        let bytes = request.headers.reduce(0) { $1.name == .cookie ? $0 + $1.value.utf8.count : $0 }
        if fields.count > 1 || fields.reduce(bytes, { $0 + $1.utf8.count }) > CookieBudget.maximumBytes {
            fields = site.budget.fitted(fields, over: session.cookies, now: site.now())
        }
        // A response with cookies of its own alone has the caching that it says.
        guard fields != own else { return }
        response.headers[values: .setCookie] = []
        response.set(fields)
    }

    private func fields(
        for session: RequestSession, cameWith opened: Session?, over cookies: RequestCookies, now: Int64
    ) throws(SignInError) -> [String] {
        switch session.change {
        case .cleared: return site.sessionCookie.cookie.expiring(in: cookies)
        case .endedElsewhere: return []
        case .stored(let stored): return try setting(stored, now, over: cookies)
        case .none:
            guard let opened else { return site.sessionCookie.cookie.expiring(in: cookies) }
            // Reading pages doesn't rewrite cookies.
            let renewal = min(60, max(1, idleSeconds / 4))
            return now - opened.lastUsed >= renewal ? try setting(opened, now, over: cookies) : []
        }
    }

    /// A response still under way must not restore a session that has ended meanwhile, nor remove the one after it.
    private func setting(_ session: Session, _ now: Int64, over cookies: RequestCookies) throws(SignInError)
        -> [String]
    {
        guard !site.rows.cache.ended.contains(session.id) else { return [] }
        return try site.sessionCookie.setting(session.used(at: now), now: now, over: cookies)
    }
}

extension RequestSession.Change {
    var isNone: Bool {
        if case .none = self { true } else { false }
    }
}
