import HTTPTransport
import HTTPTypes
import Synchronization

/// Prevents the reuse of connections that were idle when a request to their origin timed out.
///
/// Such a connection may be silent for good, because a firewall has forgotten it or its server hangs. Each would cost a
/// further request its time.
///
/// All threads of a client share it. As long as no request has timed out lately, they only read a flag.
final class SilentConnections: Sendable {
    /// libcurl reuses no connection that was idle for longer, in seconds.
    private static let usual = 118
    private static let capacity = 100

    private let timeOuts = Mutex<[String: ContinuousClock.Instant]>([:])
    private let isEmpty = Atomic(true)

    /// Notes that a request timed out.
    func note(_ request: TransportRequest) {
        timeOuts.withLock { timeOuts in
            if timeOuts.count >= Self.capacity { timeOuts = [:] }
            timeOuts[Self.origin(request)] = .now
            isEmpty.store(false, ordering: .releasing)
        }
    }

    /// Maximum idle time of a connection that the request may reuse, in whole seconds; `nil` for the usual one.
    func longestIdle(_ request: TransportRequest) -> Int? {
        if isEmpty.load(ordering: .acquiring) { return nil }
        return timeOuts.withLock { timeOuts in
            let origin = Self.origin(request)
            guard let last = timeOuts[origin] else { return nil }
            let seconds = Int((.now - last).components.seconds)
            if seconds < Self.usual { return seconds }
            timeOuts[origin] = nil
            isEmpty.store(timeOuts.isEmpty, ordering: .releasing)
            return nil
        }
    }

    private static func origin(_ request: TransportRequest) -> String {
        "\(request.head.scheme ?? "")://\(request.head.authority ?? "")"
    }
}
