import Encodings
package import HTTPTransport
import HTTPTypes
import WebSupport

/// The calls to one upstream, each for the request that is being served.
///
/// Each call has the identifiers of that request. If it serves none, it has the configured correlation identifier or a
/// new one. If these are given, it is timed by metrics, and fails at once while a circuit breaker suspends calls.
package struct OutgoingCalls: Transport {
    private let base: any Transport
    private let correlationID: String?
    private let metrics: ClientRequestMetrics?
    private let breaker: CircuitBreaker?

    /// - Parameters:
    ///   - correlationID: The identifier of calls that serve no request; `nil`: each has a new one.
    ///   - metrics: Times the calls; `nil` if `BearerTransport` does.
    ///   - breaker: Decides whether the upstream is called; `nil`: it always is.
    package init(
        _ base: any Transport, correlationID: String?, metrics: ClientRequestMetrics? = nil,
        breaker: CircuitBreaker? = nil
    ) {
        self.base = base
        self.correlationID = correlationID
        self.metrics = metrics
        self.breaker = breaker
    }

    /// Sends a request, unless calls are suspended.
    ///
    /// - Throws: ``TasksAPIError/suspended(seconds:)``, and the errors of the transport below.
    package func send(_ request: TransportRequest) async throws -> TransportResponse {
        let isTrial = try breaker?.start() ?? false
        let start = metrics?.start()
        do {
            let response = try await base.send(request.correlated(otherwise: correlationID))
            metrics?.record(response, since: start)
            breaker?.succeed()
            return response
        } catch {
            metrics?.record(error, since: start)
            breaker?.fail(error, timeout: request.timeout, isTrial: isTrial)
            throw error
        }
    }
}

extension TransportRequest {
    /// With the correlation identifier as `client-request-id` and `X-Correlation-ID`, and the trace as `traceparent`.
    @inline(never)  // frame
    fileprivate func correlated(otherwise configured: String?) -> TransportRequest {
        var request = self
        request.head.headerFields.reserveCapacity(head.headerFields.count + 3)
        let identifier = Correlation.identifier ?? configured ?? RandomIdentifier.uuid()
        request.head.headerFields.append(HTTPField(name: .clientRequestID, value: identifier))
        request.head.headerFields.append(HTTPField(name: .correlationID, value: identifier))
        if let trace = TraceParent.current {
            request.head.headerFields.append(HTTPField(name: TraceParent.fieldName, value: trace.text))
        }
        return request
    }
}
