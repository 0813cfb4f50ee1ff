import HTTPTransport
public import Hummingbird
public import HummingbirdCore
public import Logging
public import NIOCore
public import ServiceLifecycle

/// A Hummingbird application on a server with limits and deadlines, TLS and HTTP/2.
///
/// It runs as an `Application` does, and a function that takes `some ApplicationProtocol` takes it.
///
/// ```swift
/// let router = Router(options: .autoGenerateHeadEndpoints)
/// router.get("/") { _, _ in "Hello" }
/// try await WebServer(router: router, address: .hostname("127.0.0.1", port: 8080)).runService()
/// ```
///
/// A request's code runs on the event loop of its connection, so it must not block. If the client hangs up, the
/// task of a dispensable request is cancelled, by default of a safe method.
public struct WebServer<Context: RequestContext>: ApplicationProtocol
where Context: InitializableFromSource<ApplicationRequestContextSource> {
    /// The responder that makes the responses.
    public typealias Responder = RouterResponder<Context>

    /// The responder of the router.
    public let responder: RouterResponder<Context>
    /// The event loops of connections.
    public let eventLoopGroup: any EventLoopGroup
    /// The logger of request contexts, and of connections that fail.
    public let logger: Logger
    /// Services that run as long as the server; they are stopped after it.
    public var services: [any Service]
    /// What ``beforeServerStarts(perform:)`` was given.
    public private(set) var processesRunBeforeServerStart: [@Sendable () async throws -> Void] = []
    private let address: BindAddress
    private let tls: TLSIdentity?
    private let hosts: ServedHosts
    private let limits: ServerLimits
    private let metrics: ServerMetrics?
    private let hasRequestIDs: Bool
    private let isDispensable: @Sendable (Request) -> Bool
    private let onListening: @Sendable (Int) async -> Void
    /// Bounds unsent responses.
    var budget: ResponseBudget

    /// A server of a router's routes.
    ///
    /// - Parameters:
    ///   - router: The routes. Other methods of a known path get 405 and `Allow` (RFC 9110, section 15.5.6).
    ///   - address: Where to listen; port 0 for any free one.
    ///   - tls: Certificate and key, for HTTP/2 and HTTP/1.1 over TLS; `nil` for HTTP/1.1 alone, in plain text.
    ///   - hosts: The hosts that requests may be for.
    ///   - limits: The limits of memory and time.
    ///   - metrics: Counts and times requests and connections; `nil`: nothing is measured.
    ///   - requestIDs: Whether the logger of each request has an id, which Hummingbird's `context.id` needs.
    ///   - isDispensable: Whether a request may be left unfinished if its client hangs up, so that its task is
    ///     cancelled; `nil` for the safe methods (RFC 9110, section 9.2.1).
    ///   - services: Services that run as long as the server.
    ///   - eventLoopGroupProvider: The event loops of connections.
    ///   - logger: The logger of request contexts, and of connections that fail.
    ///   - onListening: Called with the port once connections are accepted.
    public init(
        router: Router<Context>, address: BindAddress = .hostname(), tls: TLSIdentity? = nil, hosts: ServedHosts = .any,
        limits: ServerLimits = ServerLimits(), metrics: ServerMetrics? = nil, requestIDs: Bool = true,
        isDispensable: (@Sendable (Request) -> Bool)? = nil, services: [any Service] = [],
        eventLoopGroupProvider: EventLoopGroupProvider = .singleton, logger: Logger = Logger(label: "HTTPServer"),
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        router.refuseOtherMethods()
        responder = router.buildResponder()
        eventLoopGroup = eventLoopGroupProvider.eventLoopGroup
        self.logger = logger
        self.services = services
        self.address = address
        self.tls = tls
        self.hosts = hosts
        self.limits = limits
        self.metrics = metrics
        hasRequestIDs = requestIDs
        self.isDispensable = isDispensable ?? { $0.method.isSafe }
        self.onListening = onListening
        budget = ResponseBudget(limits)
    }

    /// Runs code after the services have started and before the server listens.
    public mutating func beforeServerStarts(perform process: @escaping @Sendable () async throws -> Void) {
        processesRunBeforeServerStart.append(process)
    }

    /// The address and the maximum of connections, for code that runs any application.
    public var configuration: ApplicationConfiguration {
        ApplicationConfiguration(
            address: address, availableConnectionsDelegate: MaximumAvailableConnections(limits.connections))
    }

    /// Makes the connections of this server, for code that runs any application, such as HummingbirdTesting.
    ///
    /// Responses don't pass through the function that Hummingbird hands over, because it writes to `NIOAsyncChannel`.
    public var server: HTTPServerBuilder {
        HTTPServerBuilder { _ in try connections() }
    }

    /// Sets up the listening socket, and says that connections are accepted; the server calls it.
    @Sendable public func onServerRunning(_ channel: any Channel) async {
        // Several connections accepted in one go would pass the limit together.
        try? await channel.setOption(.maxMessagesPerRead, value: 1).get()
        await onListening(channel.localAddress?.port ?? 0)
    }

    /// Serves until the task is cancelled or a graceful shutdown has ended.
    ///
    /// - Throws: The reason why it can't listen, or the error of a service or of code before the start.
    public func run() async throws {
        let listener = try connections().server(
            configuration: ServerConfiguration(
                address: address, availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            onServerRunning: onServerRunning, eventLoopGroup: eventLoopGroup, logger: logger)
        let prepared = PreparedService(base: listener, processes: processesRunBeforeServerStart)
        guard !services.isEmpty else { return try await prepared.run() }
        try await ServiceGroup(configuration: .init(services: services + [prepared], logger: logger)).run()
    }

    private func connections() throws -> any ServerChildChannel {
        let responder = ServerResponder(
            base: responder, hosts: hosts, budget: budget, isDispensable: isDispensable, metrics: metrics,
            hasRequestIDs: hasRequestIDs, logger: logger)
        let requests = HTTP1Connection(serve: responder.serve, limits: limits, budget: budget)
        guard let tls else { return loopBound(requests) }
        return loopBound(try SecureConnection(tls, requests))
    }

    private func loopBound(_ connection: some ServerChildChannel) -> any ServerChildChannel {
        LoopBoundChannel(
            base: TimedChannel(base: connection, deadlines: limits.deadlines, metrics: metrics),
            executors: EventLoopExecutors(eventLoopGroup))
    }
}

/// A service that starts after some code.
private struct PreparedService: Service {
    let base: any Service
    let processes: [@Sendable () async throws -> Void]

    func run() async throws {
        for process in processes { try await process() }
        try await base.run()
    }
}
