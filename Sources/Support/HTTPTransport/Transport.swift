/// Sends one HTTP request and returns the whole response.
///
/// A conformance takes `http` and `https` only, follows no redirect, verifies TLS, and bounds both the time of the
/// whole call and the size of the response's body. A status that reports an error is a response like any other; only a
/// call that got no usable response throws.
public protocol Transport: Sendable {
    /// Sends the request.
    ///
    /// - Throws: ``TransportError`` if no usable response arrived, `CancellationError` if the task was cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}
