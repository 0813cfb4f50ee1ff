public import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A real HTTP/1.1 server on 127.0.0.1 for tests, at a port that the system picks.
///
/// ```swift
/// let server = try await LoopbackServer.start { request in
///     // Or LoopbackResponse(.notFound), .json("{}"), .drop, .reset, .chunks(…), .raw("…").
///     request.path == "/slow" ? .never : LoopbackResponse(body: "hello")
/// }
/// let url = try server.url("/slow?a=1")                           // http://127.0.0.1:PORT/slow?a=1
/// …
/// #expect(server.requests.map(\.target) == ["/slow?a=1"])
/// #expect(server.connectionsAccepted == 1)
/// await server.stop()
/// ```
///
/// With `tls:` it speaks HTTPS; its ``TestCertificate`` is its own root. A server that is released without ``stop()``
/// closes its sockets too.
public final class LoopbackServer: Sendable {
    /// Responds to one request.
    public typealias Handler = @Sendable (RecordedRequest) async -> LoopbackResponse

    /// The port that the server listens on.
    public let port: Int
    private let isSecure: Bool
    private let listener: any Channel
    private let log: LoopbackLog

    /// Starts a server that responds to each request with the result of `handler`.
    public static func start(tls certificate: TestCertificate? = nil, _ handler: @escaping Handler) async throws
        -> LoopbackServer
    {
        let log = LoopbackLog()
        let tls = try certificate.map { try $0.serverContext() }
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                let connection = log.accept(channel)
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
                    try pipeline.addHandler(LoopbackConnection(number: connection, log: log, handler: handler))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LoopbackServer(listener: listener, isSecure: certificate != nil, log: log)
    }

    private init(listener: any Channel, isSecure: Bool, log: LoopbackLog) {
        self.listener = listener
        self.isSecure = isSecure
        self.log = log
        port = listener.localAddress?.port ?? 0
    }

    deinit {
        listener.close(promise: nil)
        for channel in log.openChannels.values { channel.close(promise: nil) }
    }

    /// The server's URL with this path and query, which are percent-encoded already.
    public func url(_ pathAndQuery: String = "/", host: String = "127.0.0.1") throws -> HTTPURL {
        guard let url = HTTPURL("\(isSecure ? "https" : "http")://\(host):\(port)\(pathAndQuery)") else {
            throw LoopbackFault.notAURL
        }
        return url
    }

    /// Every request whose body has come in whole, oldest first.
    public var requests: [RecordedRequest] { log.requests }

    /// How many connections were accepted since the start.
    public var connectionsAccepted: Int { log.connectionsAccepted }

    /// How many connections are open now.
    public var connectionsOpen: Int { log.openChannels.count }

    /// Waits until that many requests have come in whole.
    public func waitForRequests(_ count: Int) async throws {
        try await eventually { self.requests.count >= count }
    }

    /// Waits until that many connections are open and no more.
    public func waitForOpenConnections(_ count: Int) async throws {
        try await eventually { self.connectionsOpen == count }
    }

    /// Sends bytes, for which no request was made, on each open connection but one.
    public func sendUnasked(_ text: String, except connection: Int? = nil) async throws {
        for (number, channel) in log.openChannels where number != connection {
            try await channel.writeAndFlush(ByteBuffer(string: text))
        }
    }

    /// Closes the connections that are open now, and goes on listening.
    public func closeConnections() async {
        for channel in log.openChannels.values { try? await channel.close() }
    }

    /// Closes the port and every connection.
    public func stop() async {
        try? await listener.close()
        await closeConnections()
    }
}
