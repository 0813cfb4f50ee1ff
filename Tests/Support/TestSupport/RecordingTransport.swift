public import HTTPTransport
import Synchronization

/// A transport that sends nothing: it records each request and returns the test's response.
///
/// ```swift
/// let transport = RecordingTransport { request in
///     guard request.head.path == "/token" else { throw TransportError(.unreachable, "no such host") }
///     return .json(#"{"access_token": "…"}"#)
/// }
/// …
/// #expect(transport.requests.map(\.head.path) == ["/token"])
/// ```
public final class RecordingTransport: Transport {
    /// Responds to one request.
    public typealias Handler = @Sendable (TransportRequest) async throws -> TransportResponse

    private let recorded = Mutex<[TransportRequest]>([])
    private let handler: Handler

    /// A transport that returns the responses of `handler`.
    public init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// The requests so far, oldest first.
    public var requests: [TransportRequest] { recorded.withLock { $0 } }

    /// Records the request and returns the handler's response.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        recorded.withLock { $0.append(request) }
        try Task.checkCancellation()
        return try await handler(request)
    }
}
