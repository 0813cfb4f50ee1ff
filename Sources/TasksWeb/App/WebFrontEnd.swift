package import FoundationEssentials
package import HTTPTransport
package import Hummingbird
package import Logging
package import NIOCore
package import OpenIDConnect
package import SealedCookies
package import SessionRegistry
package import WebServing

/// The web front end: sign-in, the person's tasks, sign-out.
package struct WebFrontEnd: Sendable {
    private let configuration: TasksWebConfiguration
    private let relyingParty: RelyingParty
    private let transport: any Transport
    private let registry: any SessionRegistry
    private let memory: RegisterMemory
    private let codec: SealedCookieCodec
    private let logger: Logger
    private let clock: Clock

    /// A front end of its parts.
    ///
    /// - Parameters:
    ///   - transport: Sends the calls to the tasks API.
    ///   - memory: What this replica holds of the register in memory, which a `SessionKeeper` has to keep in step with
    ///     it.
    ///   - keys: The keys that seal cookies; replicas share them.
    package init(
        configuration: TasksWebConfiguration, relyingParty: RelyingParty, transport: any Transport,
        registry: any SessionRegistry,
        memory: RegisterMemory, keys: SealingKeyRing, logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.relyingParty = relyingParty
        self.transport = transport
        self.registry = registry
        self.memory = memory
        self.codec = SealedCookieCodec(ring: keys)
        self.logger = logger
        clock = Clock { Int64(now().timeIntervalSince1970) }
    }

    /// Has the tokens revoked that a stored refresh of an ended session holds.
    package func revokeTokens(of handle: SessionHandle, in stored: StoredRefresh) async {
        let register = SessionRegister(registry: registry, memory: memory)
        let results = RefreshResults(register: register, codec: codec, users: relyingParty.users, clock: clock)
        guard let session = results.open(stored, of: handle) else { return }
        await relyingParty.revokeTokens(of: session, logger: logger)
    }

    /// The front end as a server.
    ///
    /// - Parameter onListening: Called with the port once connections are accepted.
    package func application(
        listen address: ListenAddress, tls: TLSIdentity?, maximumConnections: Int, group: any EventLoopGroup,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws -> some ApplicationProtocol {
        try WebServer.application(
            buildRouter(), listen: address, tls: tls, maximumConnections: maximumConnections,
            hosts: configuration.redirectURI.isLoopback ? .loopback : .any, group: group, logger: logger,
            onListening: onListening)
    }

    /// The routes, and what each request passes on its way to them, outside in.
    func buildRouter() -> Router<WebContext> {
        let names = SiteCookies(isOverHTTPS: configuration.isOverHTTPS)
        let sessionCookies = SessionCookies(names: names, codec: codec, users: relyingParty.users)
        let signInCookies = SignInCookies(names: names, codec: codec)
        let rounds = SignInRounds(names: names, codec: codec)
        let accounts = AccountCookies(names: names, codec: codec, clock: clock)
        let register = SessionRegister(registry: registry, memory: memory)
        let refresher = SessionRefresher(
            relyingParty: relyingParty, register: register, codec: codec, clock: clock, logger: logger)
        let flow = SignInFlow(
            relyingParty: relyingParty, register: register, refresher: refresher, configuration: configuration,
            clock: clock)

        let pendingForms = PendingForms(register: register, codec: codec, names: names, clock: clock)
        let undo = UndoCookies(names: names, codec: codec, clock: clock)
        let sizeLimit = CookieSizeLimit(names: names, attempts: signInCookies, clock: clock)

        let pages = PageBuilder(configuration: configuration, codec: codec)

        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            CorrelationMiddleware(configured: configuration.correlationID)
            RequestLog(logger) { [proxies = configuration.trustedProxies] request, context in
                proxies.client(peer: context.peer?.ipAddress, fields: request.headers)
            }
            SecurityHeadersMiddleware(
                site: configuration.redirectURI, authorityOrigin: configuration.authorityOrigin,
                isolatesWindows: configuration.fullScreen)
            CookiesMiddleware(limit: sizeLimit)
            LanguageMiddleware(names: names, origin: configuration.redirectURI.origin)
            ErrorPagesMiddleware(pages: pages)
            StaticFilesMiddleware(PublicFiles.all)
            HealthProbesMiddleware(
                relyingParty: relyingParty, registry: registry,
                transport: CorrelatedTransport(transport), configuration: configuration)
            LoopbackNamesMiddleware(site: configuration.redirectURI)
            SessionMiddleware(
                cookies: sessionCookies, register: register,
                idleTimeout: configuration.sessionIdleTimeout.components.seconds, clock: clock)
            ErrorPagesMiddleware(pages: pages)
        }
        let interactions = router.group().add(
            middleware: InteractionMiddleware(
                relyingParty: relyingParty, cookies: signInCookies, sizeLimit: sizeLimit,
                origin: configuration.redirectURI.origin, clock: clock))
        // What is posted to where nothing takes it is said to be so, whatever came with it.
        let routes = interactions.group().add(
            middleware: FormProtectionMiddleware(
                codec: codec, origin: configuration.redirectURI.origin, clock: clock, pendingForms: pendingForms,
                exempt: [SitePath.reply, SitePath.backChannelLogout]))

        WelcomeController(configuration: configuration, accounts: accounts).addRoutes(to: routes)
        SignInController(
            relyingParty: relyingParty, flow: flow, cookies: signInCookies, rounds: rounds, accounts: accounts,
            pendingForms: pendingForms,
            sizeLimit: sizeLimit, configuration: configuration, clock: clock
        ).addRoutes(to: routes)
        let signOut = SignOut(
            relyingParty: relyingParty, refresher: refresher, signInCookies: signInCookies, rounds: rounds, undo: undo,
            names: names, configuration: configuration)
        SignOutController(signOut: signOut, pages: pages).addRoutes(to: routes)
        FrontChannelLogoutController(relyingParty: relyingParty, register: register, configuration: configuration)
            .addRoutes(to: routes)
        BackChannelLogoutController(relyingParty: relyingParty, register: register, configuration: configuration)
            .addRoutes(to: routes)

        LanguageController(names: names).addRoutes(to: routes)
        KeysController(names: names, pages: pages).addRoutes(to: routes)
        let remembering = AccountsController(cookies: accounts, configuration: configuration)
        remembering.addRoutes(to: routes)

        let signedIn = routes.group(context: SignedInUserContext.self)
        ClaimsController(pages: pages).addRoutes(to: signedIn)
        remembering.addRoutes(to: signedIn)
        SessionsController(register: register, signOut: signOut, pages: pages, accounts: accounts, clock: clock)
            .addRoutes(to: signedIn)
        TasksController(
            client: { [configuration, transport, clock] context in
                TasksClient(
                    base: configuration.tasksAPI, timeout: configuration.apiTimeout,
                    transport: BearerTransport(
                        base: transport, refresher: refresher, register: register, clock: clock, slot: context.slot))
            },
            page: TaskListPageBuilder(pages: pages, pendingForms: pendingForms, undo: undo), undo: undo,
            pendingForms: pendingForms, origin: configuration.redirectURI.origin
        ).addRoutes(to: signedIn)
        return router
    }
}
