import CoreMetrics
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore

/// Counts and times a server's requests, and counts its connections, at a backend of swift-metrics.
///
/// A request's timer, in nanoseconds, has the dimensions `http_request_method`, `http_route` and
/// `http_response_status_code`. The route is the pattern of the router, or `unknown`, and unknown methods are `_OTHER`,
/// so a client can't make up series.
public final class ServerMetrics: Sendable {
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
    private let duration: String
    private let timers = NIOLockedValueBox<[Endpoint: Timer]>([:])

    /// Metrics at the backend that swift-metrics has now.
    ///
    /// - Parameters:
    ///   - duration: The name of the timer of requests, from the request's head until its response is ready.
    ///   - activeRequests: The name of the meter of requests whose response isn't written.
    ///   - connections: The name of the meter of open connections.
    public init(
        duration: String = "http_server_request_duration_seconds",
        activeRequests: String = "http_server_active_requests", connections: String = "http_server_connections"
    ) {
        factory = MetricsSystem.factory
        self.duration = duration
        self.activeRequests = Meter(label: activeRequests, factory: factory)
        self.connections = Meter(label: connections, factory: factory)
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
                label: duration,
                dimensions: [
                    ("http_request_method", endpoint.method), ("http_route", endpoint.route),
                    ("http_response_status_code", "\(endpoint.status)"),
                ], preferredDisplayUnit: .seconds, factory: factory)
            timers[endpoint] = timer
            return timer
        }
    }
}
