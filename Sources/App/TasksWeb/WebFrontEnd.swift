package import FoundationEssentials
package import HTTPServer
package import HTTPTransport
import HTTPTypes
import Hummingbird
package import HummingbirdOpenIDConnect
package import Logging
package import NIOCore
package import SealedCookies
package import ServiceLifecycle
package import SessionStorage
import SystemSupport
import WebSupport

/// The web front end: sign-in, the user's tasks, sign-out.
package struct WebFrontEnd: Sendable {
    /// Maximum number of operators' connections.
    ///
    /// The next one waits to be accepted.
    private static let maximumAdminConnections = 128

    /// The sign-in, which is a service.
    package let signIn: WebSignIn
    private let configuration: TasksWebConfiguration
    /// The calls to the tasks API with a user's token.
    private let calls: OutgoingCalls
    let probes: HealthProbes
    private let codec: SealedCookieCodec
    private let logger: Logger

    /// A front end of its parts.
    ///
    /// - Parameters:
    ///   - transport: Sends the calls to the tasks API.
    ///   - store: The sessions; replicas share it.
    ///   - cache: The part of the store that this replica has in memory.
    ///   - keys: The keys that seal cookies and rows; replicas share them.
    ///   - checkTasks: Throws if the tasks API is embedded and can't use its store; for `/readyz`.
    /// - Throws: If a redirect URI can't work.
    package init(
        configuration: TasksWebConfiguration, transport: any Transport,
        store: any SessionStore, cache: SessionCache, keys: SealingKeyRing, logger: Logger,
        checkTasks: @escaping @Sendable () async throws -> Void = {},
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SignInSetupError) {
        self.configuration = configuration
        self.logger = logger
        let breaker = CircuitBreaker(timeout: configuration.apiTimeout)
        calls = OutgoingCalls(transport, correlationID: configuration.correlationID, breaker: breaker)
        codec = SealedCookieCodec(ring: keys)
        signIn = try WebSignIn(
            authorities: configuration.authorities, codec: codec, store: store, cache: cache,
            options: configuration.signIn, logger: logger, now: now)
        probes = HealthProbes(
            store: store, endings: cache.ended,
            transport: OutgoingCalls(
                transport, correlationID: configuration.correlationID, metrics: signIn.apiRequests),
            breaker: breaker, configuration: configuration, checkTasks: checkTasks)
    }

    /// The front end as a server.
    ///
    /// - Parameters:
    ///   - metrics: Counts and times requests and connections; `nil`: nothing is measured.
    ///   - onListening: Called with the port once connections are accepted.
    package func service(
        listen address: ListenAddress, tls: TLSIdentity?, maximumConnections: Int, metrics: ServerMetrics? = nil,
        group: any EventLoopGroup,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> any Service {
        WebServer(
            router: buildRouter(), address: address.bindAddress, tls: tls,
            hosts: configuration.redirectURI.isLoopback ? .loopback : .any,
            limits: ServerLimits(connections: maximumConnections, bodyBytes: Request.maximumBodyBytes),
            metrics: metrics, requestIDs: false, isDispensable: { [signIn] in signIn.isDispensable($0) },
            eventLoopGroupProvider: .shared(group), logger: logger, onListening: onListening)
    }

    /// The server for operators, with metrics and probes and no pages.
    ///
    /// - Parameters:
    ///   - metrics: The metrics in Prometheus's text format; called for each scrape, so it must not wait.
    ///   - onListening: Called with the port once connections are accepted.
    package func adminService(
        listen address: ListenAddress, metrics: @escaping @Sendable () -> String, group: any EventLoopGroup,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> any Service {
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        for path in HealthProbes.paths {
            router.get(RouterPath(path)) { [probes] in try await probes.response(at: path, to: $0, $1) }
        }
        router.get("/metrics") { _, _ in
            // Off the event loop, because there may be thousands of lines.
            let text = await Task.detached { metrics() }.value
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        return WebServer(
            router: router, address: address.bindAddress,
            limits: ServerLimits(connections: Self.maximumAdminConnections, bodyBytes: Request.maximumBodyBytes),
            requestIDs: false, eventLoopGroupProvider: .shared(group), logger: logger, onListening: onListening)
    }

    /// The routes, and the middleware on the way to them, outside in.
    func buildRouter() -> Router<WebContext> {
        let names = SiteCookies(isOverHTTPS: configuration.isOverHTTPS)
        let origin = configuration.redirectURI.origin
        let accounts = AccountCookies(signIn.sealedCookie(SiteCookies.accounts), codec: codec, now: signIn.now)
        let undo = UndoCookies(cookie: signIn.sealedCookie(SiteCookies.undo))
        let pendingForms = signIn.pendingForms
        let pages = PageBuilder(configuration: configuration)
        let errorPages = ErrorPages(pages: pages, signIn: signIn)
        let hooks = SignInHooks(configuration, accounts: accounts, errorPages: errorPages)

        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        if Spans().areRecorded {
            router.add(
                middleware: RequestSpanMiddleware { [proxies = configuration.trustedProxies] _, context in
                    context.peer?.ipAddress.map { proxies.trusts(peer: $0) } ?? false
                })
        }
        router.add(
            middleware: SiteMiddleware(
                configuration, signIn: SignInMiddleware(signIn, hooks: hooks, checksSource: false), probes: probes,
                errorPages: errorPages, names: names, logger: logger))
        // A POST to an unknown path is refused as such, whatever came with it.
        let routes = router.group().add(
            middleware: FormProtectionMiddleware<WebContext>(
                signIn, storing: PendingForm.stored(_:path:), refusal: PageError.refusal(of:_:_:)))

        signIn.addRoutes(to: routes, hooks: hooks)
        WelcomeController(configuration: configuration, accounts: accounts).addRoutes(to: routes)
        SignedOutController(pages: pages).addRoutes(to: routes)
        LanguageController(names: names).addRoutes(to: routes)
        let keys = KeysController(names: names, pages: pages)
        keys.addRoutes(to: routes)
        let remembering = AccountsController(cookies: accounts, configuration: configuration)
        remembering.addRoutes(to: routes)

        let signedIn = routes.group(context: SignedInUserContext.self)
        let api = TasksClient.Endpoint(base: configuration.tasksAPI, timeout: configuration.apiTimeout)
        ClaimsController(pages: pages).addRoutes(to: signedIn)
        keys.addRoutes(to: signedIn)
        remembering.addRoutes(to: signedIn)
        SessionsController(signIn: signIn, pages: pages, accounts: accounts).addRoutes(to: signedIn)
        TasksController(
            client: { [calls] in TasksClient(api, transport: BearerTransport(base: calls, session: $0.session)) },
            page: TaskListPageBuilder(pages: pages, pendingForms: pendingForms, undo: undo), undo: undo,
            pendingForms: pendingForms, origin: origin
        ).addRoutes(to: signedIn)
        return router
    }
}
