import CoreMetrics
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore

/// Counts and times a server's requests, and counts its connections.
package final class ServerMetrics: Sendable {
    private struct Endpoint: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    /// The route of requests without one.
    private static let unknownRoute = "unknown"

    private let factory: any MetricsFactory
    private let activeRequests: Meter
    private let connections: Meter
    private let timers = NIOLockedValueBox<[Endpoint: Timer]>([:])

    /// Metrics at the backend that swift-metrics has now.
    package init() {
        factory = MetricsSystem.factory
        activeRequests = Meter(label: "http_server_active_requests", factory: factory)
        connections = Meter(label: "latchkey_connections", factory: factory)
    }

    /// Notes that a request has been responded to.
    ///
    /// - Parameter route: The pattern of its route; `nil` if it has none. A response with 404 counts as one without.
    func record(_ method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status, _ duration: Duration) {
        let route = status == .notFound ? nil : route
        let endpoint = Endpoint(
            method: AllowedMethods.counted(method).rawValue, route: route ?? Self.unknownRoute, status: status.code)
        timer(endpoint).recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }

    func requestStarted() { activeRequests.increment() }
    func requestEnded() { activeRequests.decrement() }

    func connectionOpened(_ channel: any Channel) {
        connections.increment()
        channel.closeFuture.whenComplete { [connections] _ in connections.decrement() }
    }

    private func timer(_ endpoint: Endpoint) -> Timer {
        timers.withLockedValue { timers in
            if let timer = timers[endpoint] { return timer }
            let timer = Timer(
                label: "http_server_request_duration_seconds",
                dimensions: [
                    ("http_request_method", endpoint.method), ("http_route", endpoint.route),
                    ("http_response_status_code", "\(endpoint.status)"),
                ], preferredDisplayUnit: .seconds, factory: factory)
            timers[endpoint] = timer
            return timer
        }
    }
}
