package import HTTPTransport
import HTTPTypes
import WebSupport

/// Sends each call with the identifiers of the request that it serves.
package struct CorrelatedTransport: Transport {
    private let base: any Transport

    /// A transport that adds the identifiers and sends through another.
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
    /// Adds the correlation identifier as `client-request-id` and `X-Correlation-ID`, and the trace as `traceparent`.
    ///
    /// Call it once.
    mutating func correlate() {
        // These, and the access token.
        head.headerFields.reserveCapacity(head.headerFields.count + 4)
        if let identifier = Correlation.identifier {
            head.headerFields.append(HTTPField(name: .clientRequestID, value: identifier))
            head.headerFields.append(HTTPField(name: .correlationID, value: identifier))
        }
        if let trace = TraceParent.current, let name = TraceParent.fieldName {
            head.headerFields.append(HTTPField(name: name, value: trace.text))
        }
    }
}
