import CPostgres
import Dispatch
import Synchronization

/// Requests that the server stops the statement of a connection.
///
/// Separate threads send them, because a silent network can delay each for minutes.
enum CancelRequest {
    /// Maximum number of requests that are sent at once.
    ///
    /// Further ones are dropped.
    private static let limit = 4
    static let queue = DispatchQueue(label: "latchkey.postgresql.cancel", attributes: .concurrent)
    private static let running = Atomic(0)
    /// The length of a reason, in bytes, by which the server couldn't be reached.
    ///
    /// libpq writes one without looking whether there is room for it.
    private static let reasonLength = 256

    static func send(on connection: OpaquePointer) {
        // Only the other thread uses it, and it doesn't refer to the connection.
        nonisolated(unsafe) let request = unsafe PQgetCancel(connection)
        guard unsafe request != nil else { return }
        let number = running.add(1, ordering: .relaxed).newValue
        queue.async {
            if number <= limit {
                unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: reasonLength) { reason in
                    _ = unsafe PQcancel(request, reason.baseAddress, CInt(reason.count))
                }
            }
            unsafe PQfreeCancel(request)
            running.subtract(1, ordering: .relaxed)
        }
    }
}
