import CoreMetrics
import HTTPTypes
import NIOConcurrencyHelpers

/// Times the requests to a peer, by the status of their responses.
package final class ClientRequestMetrics: Sendable {
    /// The other end of a request.
    package enum Peer: String, Sendable {
        case api, authority
    }

    /// The status of requests without a response.
    private static let noResponse = 0

    private let peer: Peer
    private let factory: any MetricsFactory
    private let hasBackend: Bool
    private let timers = NIOLockedValueBox<[Int: Timer]>([:])

    /// Metrics at the backend that swift-metrics has now; without one, nothing is measured.
    package init(_ peer: Peer) {
        self.peer = peer
        factory = MetricsSystem.factory
        hasBackend = !(factory is NOOPMetricsHandler)
    }

    /// Sends a request through a transport and times it.
    package func send(_ request: TransportRequest, through transport: any Transport) async throws -> TransportResponse {
        let start = start()
        do {
            let response = try await transport.send(request)
            record(response, since: start)
            return response
        } catch {
            record(error, since: start)
            throw error
        }
    }

    /// The start of a request; `nil` if nothing is measured.
    package func start() -> ContinuousClock.Instant? { hasBackend ? .now : nil }

    package func record(_ response: TransportResponse, since start: ContinuousClock.Instant?) {
        record(response.status.code, since: start)
    }

    package func record(_ error: any Error, since start: ContinuousClock.Instant?) {
        // Any other error comes from a layer in between: it has sent nothing, or the peer wasn't given its time.
        if error is TransportError { record(Self.noResponse, since: start) }
    }

    private func record(_ status: Int, since start: ContinuousClock.Instant?) {
        guard let start else { return }
        timer(status).recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
    }

    private func timer(_ status: Int) -> Timer {
        timers.withLockedValue { timers in
            if let timer = timers[status] { return timer }
            let timer = Timer(
                label: "http_client_request_duration_seconds",
                dimensions: [("peer", peer.rawValue), ("http_response_status_code", "\(status)")],
                preferredDisplayUnit: .seconds, factory: factory)
            timers[status] = timer
            return timer
        }
    }
}
