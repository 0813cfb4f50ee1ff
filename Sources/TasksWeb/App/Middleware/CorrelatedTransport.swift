public import HTTPTransport
import HTTPTypes

/// Sends each call with the correlation identifier of the request that it serves, as `client-request-id` and
/// `X-Correlation-ID`.
public struct CorrelatedTransport: HTTPTransport {
    /// The identifier of the request that is being served.
    @TaskLocal static var correlationID: String?

    private let base: any HTTPTransport

    /// A transport that adds the identifier and sends through another.
    public init(_ base: any HTTPTransport) {
        self.base = base
    }

    /// Sends the request with the identifier.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let identifier = Self.correlationID else { return try await base.send(request) }
        var request = request
        request.head.headerFields[.clientRequestID] = identifier
        request.head.headerFields[.correlationID] = identifier
        return try await base.send(request)
    }
}
