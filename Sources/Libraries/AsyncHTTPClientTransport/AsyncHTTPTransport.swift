import AsyncHTTPClient
public import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
public import ServiceLifecycle
import SystemSupport

/// Sends requests with async-http-client, without libcurl; connections are reused.
///
/// In addition to ``HTTPTransport/Transport``: it speaks HTTP/1.1, without a proxy or cookies, and TLS 1.2 or later by
/// SwiftNIO. Each request is sent at most once, whatever its method. Cancelling the task ends the exchange and closes
/// its connection. A response's header may have 64 KiB and 256 fields.
///
/// `CurlClient` of CurlTransport does more:
/// - This transport doesn't look at an idle connection before it uses it. If the server closes the connection in the
///   same moment, the call fails with ``HTTPTransport/TransportError/Kind/broken``. Bytes that come after a response
///   close the connection, unless a request is sent in the same moment or they are only the start of a header: then
///   they are read as the next response. So use it with servers that you trust to send one response for a request.
/// - A body in a content coding fails the call with ``HTTPTransport/TransportError/Kind/invalidResponse``, because
///   requests accept none, and nothing is decoded.
/// - The bodies of all calls have no common bound, and trusted roots aren't replaced while the transport runs.
///
/// Make one for a process and share it. In a `ServiceGroup` it shuts down with the group; list it before the services
/// that use it.
public final class AsyncHTTPTransport: Transport, Service {
    /// Less than the time after which servers normally close an idle connection.
    private static let idleTimeout = TimeAmount.seconds(30)
    /// The longest deadline; a longer one is as good as none.
    private static let maximumTimeout = Duration.seconds(365 * 24 * 3600)

    private let client: HTTPClient
    private let userAgent: String?
    private let spans = Spans()

    /// A transport on SwiftNIO's shared threads.
    ///
    /// - Throws: ``HTTPTransport/TransportError`` if the file of roots can't be read.
    public init(_ configuration: AsyncHTTPConfiguration = AsyncHTTPConfiguration()) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let file = configuration.caFile { tls.additionalTrustRoots = [.certificates(try Self.roots(file))] }
        var options = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(configuration.connectTimeout)),
            decompression: .disabled)
        options.httpVersion = .http1Only
        options.connectionPool.idleTimeout = Self.idleTimeout
        options.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, configuration.maximumConnections)
        // Else a fault would be known only after the connect timeout.
        options.connectionPool.retryConnectionEstablishment = false
        // Its spans would have the query.
        options.tracing.tracer = nil
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: options)
        userAgent = configuration.userAgent
    }

    deinit {
        // The client stays until its connections are closed.
        client.shutdown { _ in }
    }

    /// Sends the request on an idle connection, or on a new one.
    ///
    /// If the program had bootstrapped a tracer when the transport was made, the call is a span, and the request
    /// carries its context.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        spans.areRecorded ? try await request.inSpan(perform) : try await perform(request)
    }

    /// Fails the calls under way and all later ones with ``HTTPTransport/TransportError/Kind/shutDown``, and closes the
    /// connections.
    public func shutDown() async {
        // The only error is that it is shut down already.
        try? await client.shutdown()
    }

    /// Waits for the graceful shutdown of the service group, or for cancellation, and then shuts the transport down.
    public func run() async throws {
        try? await gracefulShutdown()
        await shutDown()
    }

    private func perform(_ request: TransportRequest) async throws -> TransportResponse {
        let outgoing = try HTTPClientRequest(request, userAgent: userAgent)
        guard request.timeout > .zero else { throw TransportError(.timedOut, "there was no time for the call") }
        let timeout = min(request.timeout, Self.maximumTimeout)
        return try await withThrowingTaskGroup(of: TransportResponse?.self) { group in
            group.addTask { try await self.exchange(outgoing, request, within: timeout) }
            // The client's own deadline ends with the response's header.
            group.addTask {
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() ?? nil else {
                throw TransportError(.timedOut, "the call took too long")
            }
            return response
        }
    }

    private func exchange(
        _ outgoing: HTTPClientRequest, _ request: TransportRequest, within timeout: Duration
    ) async throws -> TransportResponse {
        var received = ReceivedResponse(request)
        do {
            try Task.checkCancellation()
            let response = try await client.execute(outgoing, deadline: .now() + TimeAmount(timeout))
            try received.take(status: Int(response.status.code), response.headers)
            for try await piece in response.body { try received.take(piece) }
            // A body that is cut off by cancellation ends without an error.
            try Task.checkCancellation()
            return received.response
        } catch {
            if Task.isCancelled { throw CancellationError() }
            var fault = TransportError(error)
            fault.status = received.status
            throw fault
        }
    }

    private static func roots(_ file: String) throws(TransportError) -> [NIOSSLCertificate] {
        guard let roots = try? NIOSSLCertificate.fromPEMFile(file), !roots.isEmpty else {
            throw TransportError(.invalidRequest, "the file of roots can't be read, or has no certificate: \(file)")
        }
        return roots
    }
}
