import HTTPTransport
package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOSSL
package import ServiceLifecycle

/// An HTTP server around a router, with limits, TLS and HTTP/2; a request's code runs on its connection's event loop.
package enum WebServer {
    /// Maximum size of a request's header fields together.
    package static let maximumHeaderBytes = 64 * 1024
    /// Maximum number of a request's header fields.
    ///
    /// Browsers send some twenty.
    static let maximumHeaderFields = 200

    /// Whether a request may be left unfinished if its client hangs up.
    package typealias DispensableRule = @Sendable (Request) -> Bool

    /// The server as a service of an application.
    ///
    /// - Parameters:
    ///   - router: The routes; other methods of a known path get 405 and `Allow` (RFC 9110, section 15.5.6).
    ///   - tls: Certificate and key; `nil` for plain HTTP.
    ///   - maximumConnections: How many connections are served at once; the next one waits to be accepted.
    ///   - hosts: The hosts that requests may be for.
    ///   - deadlines: The deadlines of clients.
    ///   - budget: Bounds unsent responses.
    ///   - isDispensable: Whether a request may be left unfinished if its client hangs up; by default if its method is
    ///     safe. Its task is cancelled then.
    ///   - metrics: Counts and times requests and connections; `nil`: nothing is measured.
    ///   - onListening: Called with the port once connections are accepted.
    package static func service<Context: RequestContext>(
        _ router: Router<Context>, listen address: ListenAddress, tls: TLSIdentity? = nil,
        maximumConnections: Int = 10_000, hosts: ServedHosts = .any, deadlines: ClientDeadlines = ClientDeadlines(),
        budget: ResponseBudget = ResponseBudget(), metrics: ServerMetrics? = nil,
        isDispensable: @escaping DispensableRule = { $0.method.isSafe }, group: any EventLoopGroup, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws -> any Service where Context: InitializableFromSource<ApplicationRequestContextSource> {
        router.refuseOtherMethods()
        let responder = ServerResponder(
            base: router.buildResponder(), hosts: hosts, budget: budget, isDispensable: isDispensable, metrics: metrics,
            logger: logger)
        let requests = HTTP1Connection(
            serve: responder.serve, makeGuard: { RequestGuardHandler(deadlines, budget) }, hangUp: deadlines.hangUp)
        return try channels(requests, tls: tls, deadlines: deadlines, metrics: metrics, group: group).server(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(maximumConnections)),
            onServerRunning: { channel in
                // Several connections accepted in one go would pass the limit together.
                try? await channel.setOption(.maxMessagesPerRead, value: 1).get()
                await onListening(channel.localAddress?.port ?? address.port)
            },
            eventLoopGroup: group, logger: logger)
    }

    private static func channels(
        _ requests: HTTP1Connection, tls: TLSIdentity?, deadlines: ClientDeadlines, metrics: ServerMetrics?,
        group: any EventLoopGroup
    ) throws -> any ServerChildChannel {
        let executors = EventLoopExecutors(group)
        guard let tls else {
            return LoopBoundChannel(
                base: TimedChannel(base: requests, deadlines: deadlines, metrics: metrics), executors: executors)
        }
        let http2 = HTTP2Connection(requests: requests, linger: deadlines.farewell)
        let secure = try SecureConnection(tls, http1: requests, http2: http2)
        return LoopBoundChannel(
            base: TimedChannel(base: secure, deadlines: deadlines, metrics: metrics), executors: executors)
    }
}
