public import HTTPTransport
import HTTPTypes
public import ServiceLifecycle
import SystemSupport

/// Sends requests with libcurl, whose transfers run on one thread or a few; connections are reused.
///
/// In addition to ``HTTPTransport/Transport``: it speaks HTTP/1.1, without a proxy or cookies. A request whose method
/// isn't safe is sent at most once, even if its connection breaks. Cancelling the task ends the transfer. No call
/// blocks a thread of Swift's pool, nor does ``shutDown()``.
///
/// A connection is used again only if nothing has come on it after the last response, because a late byte would become
/// part of another request's response. A request with a body whose method normally has none gets a separate connection.
///
/// Requests accept no content coding. A body in gzip or deflate is decoded regardless, and its bounds count decoded
/// bytes; `Content-Encoding` and `Content-Length` are removed then. Another coding, an ambiguous length and a body that
/// isn't in its coding fail the call with ``HTTPTransport/TransportError/Kind/invalidResponse``.
///
/// Idle connections that were closed in place of being used are counted at the backend that swift-metrics has when the
/// client is made.
///
/// From the first client on the process ignores `SIGPIPE`, as it does once it uses SwiftNIO.
///
/// Make one for a process and share it. In a `ServiceGroup` it shuts down with the group; list it before the services
/// that use it.
public final class CurlClient: Transport, Service {
    private let threads: [CurlThread]
    private let caller: @Sendable () -> Int
    private let spans = Spans()

    /// A transport, whose threads run from now on.
    ///
    /// - Throws: ``HTTPTransport/TransportError`` if the file of roots can't be read or the system has no thread to
    ///   give.
    public convenience init(_ configuration: CurlConfiguration = CurlConfiguration()) throws {
        try self.init(configuration, trust: TrustRoots(extraFile: configuration.caFile))
    }

    init(_ configuration: CurlConfiguration, trust: TrustRoots) throws {
        let settings = CurlSettings(configuration)
        let (budget, silence) = (BodyBudget(maximumBytes: configuration.maximumBodyBytes), SilentConnections())
        let discards = DiscardMetrics()
        let count = max(1, configuration.threads)
        let maximumConnections = max(1, max(64, configuration.maximumConnections) / count)
        threads = try (0..<count).map { _ in
            try CurlThread(maximumConnections: maximumConnections) { multi, queue in
                CurlLoop(
                    multi: multi, queue: queue, settings: settings, trust: trust, budget: budget, silence: silence,
                    discards: discards, maximumIdleHandles: maximumConnections)
            }
        }
        caller = configuration.caller
    }

    /// Sends the request on an idle connection, or on a new one.
    ///
    /// If the program had bootstrapped a tracer when the client was made, the call is a span, and the request carries
    /// its context.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        spans.areRecorded ? try await request.inSpan(perform) : try await perform(request)
    }

    func perform(_ request: TransportRequest) async throws -> TransportResponse {
        let transfer = CurlTransfer(request)
        let thread = threads.count == 1 ? threads[0] : threads[Int(UInt(bitPattern: caller()) % UInt(threads.count))]
        let received = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard transfer.response.start(continuation) else { return }
                if !thread.post(.start(transfer)) { transfer.fail(.shutDown) }
            }
        } onCancel: {
            if transfer.response.cancel() { _ = thread.post(.cancel(transfer)) }
        }
        return TransportResponse(
            status: HTTPResponse.Status(code: received.status), headerLines: received.head, body: received.body)
    }

    /// Replaces the trusted roots of the CA file by those in another file, for later calls.
    ///
    /// The file is read now. The system's roots stay trusted. Calls under way keep using the roots that they started
    /// with.
    ///
    /// - Parameter caFile: A PEM file; `nil` for only the system's roots.
    /// - Throws: ``HTTPTransport/TransportError`` if the file can't be read; then the old roots stay in use.
    public func replaceRoots(caFile: String?) throws {
        let roots = try TrustRoots(extraFile: caFile)
        for thread in threads { _ = thread.post(.trust(roots)) }
    }

    /// Fails the calls under way and all later ones with ``HTTPTransport/TransportError/Kind/shutDown``, and waits for
    /// the threads to end.
    public func shutDown() async {
        for thread in threads { thread.close() }
        for thread in threads { await thread.ended() }
    }

    /// Waits for the graceful shutdown of the service group, or for cancellation, and then shuts the transport down.
    public func run() async throws {
        try? await gracefulShutdown()
        await shutDown()
    }
}

extension TransportError {
    static var shutDown: TransportError { TransportError(.shutDown, "the transport has been shut down") }
}
