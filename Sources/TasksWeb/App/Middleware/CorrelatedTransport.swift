package import HTTPTransport
import HTTPTypes

/// Sends each call with the correlation identifier of the request that it serves.
package struct CorrelatedTransport: Transport {
    private let base: any Transport

    /// A transport that adds the identifier and sends through another.
    package init(_ base: any Transport) {
        self.base = base
    }

    package func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        request.correlate()
        return try await base.send(request)
    }
}

extension TransportRequest {
    /// Sets the correlation identifier as `client-request-id` and `X-Correlation-ID`.
    mutating func correlate() {
        guard let identifier = Correlation.identifier else { return }
        head.headerFields[.clientRequestID] = identifier
        head.headerFields[.correlationID] = identifier
    }
}
