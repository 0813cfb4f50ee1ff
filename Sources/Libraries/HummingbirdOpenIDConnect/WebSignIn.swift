import Encodings
package import HTTPTransport
public import Hummingbird
public import Logging
public import OpenIDConnect
public import PortableFoundation
public import SealedCookies
public import ServiceLifecycle
public import SessionStorage
import Synchronization
import WebSupport

/// Signs users in to a Hummingbird application with OpenID Connect, and manages their sessions.
///
/// A sealed cookie has the values that each request needs: the user, the time of the sign-in, and the access token. The
/// session's row in the store has, sealed, the tokens that only a refresh, the claims or a sign-out needs. Processes
/// that share the store and the keys are replicas of one site: any of them serves any request.
///
/// - A sign-out is final: this process refuses a copy of the cookie at once, all replicas do within seconds. With a
///   persistent store the refusal survives a restart.
/// - Requests that meet the same expired access token share one refresh, on all replicas.
/// - The authority can end sessions (front- and back-channel logout).
///
/// Run it as a service as long as the application, because it reads there which sessions have ended. Before it has done
/// so once, no cookie is accepted (503), so call ``prepare()`` before the server starts.
public final class WebSignIn: Service {
    /// The authorities by name.
    let authorities: [String: SignInAuthority]
    /// In the order in which they were given; the first one's ``SignInRoute/Purpose/signIn`` route is the usual one.
    let listed: [SignInAuthority]
    /// The name of the first authority.
    let mainName: String
    let options: SignInOptions
    /// The site's address for browsers.
    let origin: String
    let redirectPaths: Set<String>
    let names: CookieNames
    let attributes: CookieAttributes
    let codec: SealedCookieCodec
    let sessionCookie: SessionCookie
    let attempts: AttemptCookies
    let loopGuard: SignInLoopGuard
    let deviceCookie: ChunkedCookie
    /// `nil`: no session is bound to a device.
    let deviceBindings: DeviceBindings?
    /// The forms that were posted after their sessions had ended.
    public let pendingForms: PendingForms
    let budget: CookieBudget
    let csrfTokens: CSRFTokenSeal
    let stepUps: StepUpSeal
    let returnPaths: ReturnPaths
    let rows: SessionRows
    let refresher: SessionRefresher
    let logger: Logger
    /// The time, in whole UNIX seconds.
    package let now: @Sendable () -> Int64

    /// Times requests to the application's API.
    package var apiRequests: ClientRequestMetrics { rows.metrics.apiRequests }

    /// A sign-in at one authority or several.
    ///
    /// - Parameters:
    ///   - authorities: At least one. Their redirect URIs have the same origin, which is the site's, and different
    ///     paths; plain `http` is for loopback origins only.
    ///   - codec: Seals cookies and rows, with keys that all replicas share.
    ///   - store: The sessions' rows. The default loses them with the process, so it needs keys that are new with each
    ///     process: see `MemorySessionStore`.
    ///   - cache: This process's part of the store in memory. Give one with a file if sign-outs are to outlive the
    ///     process while the store is unreachable.
    ///   - options: Paths, lifetimes, and parameters of authorization requests.
    ///   - logger: For what happens outside of requests.
    ///   - now: The clock, which only tests replace; the relying parties need the same one.
    /// - Throws: If a redirect URI, a name or an option can't work.
    public init(
        authorities: [SignInAuthority], codec: SealedCookieCodec, store: any SessionStore = MemorySessionStore(),
        cache: SessionCache = SessionCache(), options: SignInOptions = SignInOptions(),
        logger: Logger = Logger(label: "sign-in"), now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SignInSetupError) {
        let now = { @Sendable in Int64(now().timeIntervalSince1970) }
        let site = try SignInSite(authorities)
        try options.check(authorities)
        self.authorities = Dictionary(authorities.map { ($0.name, $0) }) { first, _ in first }
        listed = authorities
        mainName = authorities[0].name
        self.options = options
        self.logger = logger
        self.now = now
        self.codec = codec
        origin = site.origin
        redirectPaths = Set(authorities.map(\.redirectPath))
        let attributes = CookieAttributes(isOverHTTPS: site.isOverHTTPS)
        let names = CookieNames(session: attributes.name(options.cookieName))
        self.attributes = attributes
        self.names = names
        sessionCookie = SessionCookie(
            name: names.session, cookie: ChunkedCookie(name: names.session, attributes: attributes, codec: codec))
        attempts = AttemptCookies(prefix: names.attemptPrefix, attributes: attributes, codec: codec)
        loopGuard = SignInLoopGuard(
            cookie: ChunkedCookie(name: names.loopGuard, attributes: attributes, codec: codec))
        deviceCookie = ChunkedCookie(name: names.device, attributes: attributes, codec: codec)
        // Browsers bind nothing over plain HTTP.
        deviceBindings =
            options.deviceBinding == .off || !site.isOverHTTPS
            ? nil
            : DeviceBindings(
                isRequired: options.deviceBinding == .require, cookieName: names.device,
                cookie: deviceCookie, seals: DeviceSeals(codec: codec, cookieName: options.cookieName),
                path: options.devicePath, refreshPath: options.deviceRefreshPath)
        budget = CookieBudget(
            names: names, attributes: attributes, attempts: attempts,
            expendable: options.expendableCookies.map(attributes.name))
        rows = SessionRows(
            store: store, cache: cache, seal: SessionTokenSeal(codec: codec, name: names.session),
            authorities: self.authorities, limits: SessionLimits(sessions: options.maximumSessions),
            idleSeconds: options.idleSeconds, logger: logger, now: now)
        refresher = SessionRefresher(rows: rows)
        pendingForms = PendingForms(
            prefix: names.pendingFormPrefix, attributes: attributes, codec: codec,
            purpose: "\(options.cookieName) kept form", rows: rows)
        csrfTokens = CSRFTokenSeal(
            codec: codec, purpose: "\(options.cookieName) csrf", mainAuthority: mainName, now: now)
        stepUps = StepUpSeal(codec: codec, purpose: "\(options.cookieName) step-up", now: now)
        returnPaths = ReturnPaths(
            origin: origin,
            excluded: [
                options.signOutPath, options.backChannelLogoutPath, options.frontChannelLogoutPath, options.devicePath,
            ] + options.unreturnablePaths + redirectPaths + authorities.flatMap(\.routes).map(\.path))
    }

    /// A sign-in at one authority, which starts at `/sign-in`.
    ///
    /// - Throws: As ``init(authorities:codec:store:cache:options:logger:now:)``.
    public convenience init(
        relyingParty: RelyingParty, codec: SealedCookieCodec, store: any SessionStore = MemorySessionStore(),
        options: SignInOptions = SignInOptions(), logger: Logger = Logger(label: "sign-in"),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SignInSetupError) {
        try self.init(
            authorities: [SignInAuthority(relyingParty: relyingParty)], codec: codec, store: store, options: options,
            logger: logger, now: now)
    }

    // MARK: Running

    /// Reads which sessions have ended, so that cookies are accepted from the first request on.
    ///
    /// - Throws: The store's error if it can't be reached; ``run()`` tries again each second.
    public func prepare() async throws {
        try await rows.cache.ended.catchUp(with: rows.store, now: rows.date)
    }

    /// Synchronizes this process with the store until the program ends, and then waits for refreshes under way.
    ///
    /// After that it stores what waits for the store. Revocations of endings that it stores only then get two seconds;
    /// others under way are given up.
    ///
    /// Without it this process doesn't learn which sessions others end, and never takes over the refresh of a process
    /// that was killed.
    ///
    /// The store's errors are logged, and none is thrown.
    public func run() async throws {
        try await SessionSync(
            store: rows.store, cache: rows.cache, logger: logger, now: { [rows] in rows.date },
            settle: { [refresher] in await refresher.settleAll() },
            revoke: { [rows] id, tokens in await rows.request(tokens, of: id) }
        ).run()
    }

    // MARK: Routes

    /// Adds the sign-in's middleware and its routes to a router.
    ///
    /// ``SignInMiddleware`` opens the session for every route that is added after. The routes are:
    ///
    /// - `GET /sign-in[?returnTo=/path][&login_hint=…][&hint=LABEL][&prompt=select_account]` sends a navigation to the
    ///   authority; anything else gets 401.
    /// - `GET`, and with `form_post` also `POST`, at the redirect URI's path completes the sign-in.
    /// - `POST /sign-out` ends the session here and at the authority.
    /// - `POST /sign-in/back-channel-logout` and `GET /sign-in/front-channel-logout` are for the authority.
    /// - `POST /sign-in/device` and `POST /sign-in/device/refresh` are for browsers that bind sessions to their device
    ///   (``SignInOptions/deviceBinding``).
    ///
    /// A request with a session and an unsafe method (RFC 9110, section 9.2.1) has to come from a page of this site, by
    /// `Sec-Fetch-Site`, or else by `Origin`; any other is refused with 403.
    ///
    /// - Parameters:
    ///   - router: A router or a group that has no path of its own, because the paths are the site's.
    ///   - hooks: The application's part of a sign-in; without it pages and parameters are the plain ones.
    public func add<Context: SignInRequestContext>(
        to router: some RouterMethods<Context>, hooks: SignInHooks<Context> = SignInHooks()
    ) {
        _ = router.add(middleware: SignInMiddleware(self, hooks: hooks))
        addRoutes(to: router, hooks: hooks)
    }

    /// Adds only the routes, for an application with a chain of its own.
    ///
    /// Before them it needs ``SignInMiddleware`` with the same hooks.
    public func addRoutes<Context: SignInRequestContext>(
        to router: some RouterMethods<Context>, hooks: SignInHooks<Context>
    ) {
        for authority in listed {
            SignInController(site: self, authority: authority, hooks: hooks).addRoutes(to: router)
        }
        router.post(RouterPath(options.signOutPath)) { [self] request, context in
            try await signOut(request, in: context.session, logger: context.logger)
        }
        BackChannelLogoutController(
            path: options.backChannelLogoutPath, authorities: listed, rows: rows
        ).addRoutes(to: router)
        FrontChannelLogoutController(
            path: options.frontChannelLogoutPath, authorities: listed, rows: rows
        ).addRoutes(to: router)
        if let deviceBindings {
            DeviceController(bindings: deviceBindings, origin: origin, rows: rows, refresher: refresher)
                .addRoutes(to: router)
        }
    }

    /// Whether a request may be left unfinished if its browser hangs up.
    ///
    /// A request that changes something may not, nor one that ends a sign-in or a session.
    public func isDispensable(_ request: Request) -> Bool {
        guard request.method.isSafe else { return false }
        let path = request.uri.path
        return !redirectPaths.contains(path) && path != options.frontChannelLogoutPath && Self.isPlain(path)
    }

    /// Whether a path has no further slashes, with which it would lead to the same route in another spelling.
    private static func isPlain(_ path: String) -> Bool {
        let (bytes, slash) = (path.utf8.span, UInt8(ascii: "/"))
        for index in bytes.indices.dropFirst() where bytes[index] == slash {
            if bytes[index - 1] == slash || index == bytes.count - 1 { return false }
        }
        return true
    }

    /// The authority of a session by its name; `nil` if it isn't configured any more, or another has its name.
    func authority(of session: Session) -> SignInAuthority? {
        authorities[session.authority].flatMap { $0.mayHaveIssued(session.identity.issuer) ? $0 : nil }
    }

    /// Whether a path is of a sign-in, or of a logout that an authority asks for.
    func needsNoSession(_ path: String) -> Bool {
        redirectPaths.contains(path) || path == options.frontChannelLogoutPath
            || listed.contains { $0.route(path: path) != nil }
    }

    // MARK: Responses

    /// The redirect to sign-in, from which the user returns.
    ///
    /// `nil` if the error doesn't lead there, the request is no navigation, or is for that path already.
    ///
    /// With several authorities the redirect leads to the one that the user has signed in at before, if it is known and
    /// not the first; else to ``SignInOptions/homePath``, which offers all. Its links need the query, which has
    /// `returnTo`. If the home page itself needs a session, the redirect leads to the first authority.
    func redirect(for error: SignInError, request: Request, context: some SignInRequestContext) -> Response? {
        guard error.leadsToSignIn, request.isNavigation else { return nil }
        let isHome = request.uri.path == options.homePath
        let first = isHome ? listed.lazy.compactMap { $0.route(.signIn)?.path }.first : nil
        let path = signInPath(after: context.session.authority) ?? first ?? options.homePath
        guard path != request.uri.path else { return nil }
        var query = FormBody()
        // The home page may have been the way to the sign-in already.
        let asked = isHome ? returnPaths.path(request.uri.queryParameters["returnTo"].map { String($0) }) : nil
        query.append("returnTo", asked ?? returnPaths.page(of: request) ?? options.signedInPath ?? options.homePath)
        if case .accessTokenRefused = error.kind { query.append("after", SignInRoute.afterRefusal) }
        return Response(seeOther: "\(path)?\(query.encoded)")
    }

    /// The path at which the user of a session signs in again, at the same policy.
    ///
    /// The sign-in returns to the page of the request.
    public func signInAgainPath(_ request: Request, in session: RequestSession) -> String? {
        guard let session = session.current else { return nil }
        return authority(of: session)?.startPath(policy: session.policy, returnTo: returnPaths.page(of: request))
    }

    /// The path at which the user of a request without a session signs in; `nil`: the home page lets them choose.
    ///
    /// - Parameter authority: The authority that the user has signed in at before.
    private func signInPath(after authority: String?) -> String? {
        if listed.count == 1 { return listed[0].route(.signIn)?.path }
        guard let authority, authority != mainName else { return nil }
        return authorities[authority]?.route(.signIn)?.path
    }

    /// A sealed cookie of the application by its plain name.
    func chunkedCookie(_ name: String) -> ChunkedCookie {
        ChunkedCookie(name: attributes.name(name), attributes: attributes, codec: codec)
    }

    /// Starts sign-ins at one of the authorities.
    func starter(at authority: SignInAuthority) -> SignInStarter {
        SignInStarter(
            authority: authority, request: options.request, attempts: attempts, budget: budget, origin: origin,
            logger: logger, now: now)
    }
}
