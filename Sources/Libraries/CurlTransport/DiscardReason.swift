import CoreMetrics

/// Why a connection isn't used again: as found when a request is about to use it, or right after a response.
enum DiscardReason: String {
    /// Bytes came after the end of the last response.
    case input
    /// The peer has sent something and then closed the connection, or it is broken.
    case closed
}

/// Counts discarded connections, at the backend that swift-metrics has when this is made.
struct DiscardMetrics: Sendable {
    private let input = Self.counter(.input)
    private let closed = Self.counter(.closed)

    func count(_ reason: DiscardReason) {
        switch reason {
        case .input: input.increment()
        case .closed: closed.increment()
        }
    }

    private static func counter(_ reason: DiscardReason) -> Counter {
        Counter(label: "latchkey_client_connections_discarded_total", dimensions: [("reason", reason.rawValue)])
    }
}
