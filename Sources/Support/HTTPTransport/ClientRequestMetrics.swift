import CoreMetrics
import HTTPTypes
import Synchronization

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
    private let timers = Mutex<[Int: Timer]>([:])

    /// Metrics at the backend that swift-metrics has now; without one, nothing is measured.
    package init(_ peer: Peer) {
        self.peer = peer
        factory = MetricsSystem.factory
        hasBackend = !(factory is NOOPMetricsHandler)
    }

    /// Sends a request through a transport and times it.
    package func send(_ request: TransportRequest, through transport: any Transport) async throws -> TransportResponse {
        guard hasBackend else { return try await transport.send(request) }
        let start = ContinuousClock.now
        do {
            let response = try await transport.send(request)
            record(response.status.code, since: start)
            return response
        } catch {
            // Another error is that of a layer in between, which has sent nothing, or the peer wasn't given its time.
            if error is TransportError { record(Self.noResponse, since: start) }
            throw error
        }
    }

    private func record(_ status: Int, since start: ContinuousClock.Instant) {
        let nanoseconds = Int64((ContinuousClock.now - start) / .nanoseconds(1))
        timer(status).recordNanoseconds(nanoseconds)
    }

    private func timer(_ status: Int) -> Timer {
        timers.withLock { timers in
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

/// Sends requests through another transport and times them.
package struct MeasuredTransport: Transport {
    private let base: any Transport
    private let requests: ClientRequestMetrics

    package init(_ base: any Transport, _ requests: ClientRequestMetrics) {
        self.base = base
        self.requests = requests
    }

    package func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await requests.send(request, through: base)
    }
}
