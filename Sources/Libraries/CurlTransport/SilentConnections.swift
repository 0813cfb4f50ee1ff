import HTTPTransport
import HTTPTypes

/// Prevents the reuse of connections that were idle when a request to their origin timed out.
///
/// Such a connection may be silent for good, because a firewall has forgotten it or its server hangs. Each would cost a
/// further request its time.
struct SilentConnections {
    /// libcurl reuses no connection that was idle for longer, in seconds.
    private static let usual = 118
    private static let capacity = 100

    private var timeOuts: [String: ContinuousClock.Instant] = [:]

    /// Notes that a request timed out.
    mutating func note(_ request: TransportRequest) {
        if timeOuts.count >= Self.capacity { timeOuts = [:] }
        timeOuts[Self.origin(request)] = .now
    }

    /// Maximum idle time of a connection that the request may reuse, in whole seconds; `nil` for the usual one.
    mutating func longestIdle(_ request: TransportRequest) -> Int? {
        guard !timeOuts.isEmpty, let last = timeOuts[Self.origin(request)] else { return nil }
        let seconds = Int((.now - last).components.seconds)
        if seconds < Self.usual { return seconds }
        timeOuts[Self.origin(request)] = nil
        return nil
    }

    private static func origin(_ request: TransportRequest) -> String {
        "\(request.head.scheme ?? "")://\(request.head.authority ?? "")"
    }
}
