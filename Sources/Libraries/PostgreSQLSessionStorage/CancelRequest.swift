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
    /// The size of the buffer for libpq's error message, in bytes.
    ///
    /// Without a buffer libpq 15 crashes if the request can't connect.
    private static let messageSize = 256

    static func send(on connection: OpaquePointer) {
        // Only the other thread uses it, and it doesn't refer to the connection.
        nonisolated(unsafe) let request = unsafe PQgetCancel(connection)
        guard unsafe request != nil else { return }
        let number = running.add(1, ordering: .relaxed).newValue
        queue.async {
            if number <= limit {
                unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: messageSize) { message in
                    _ = unsafe PQcancel(request, message.baseAddress, CInt(message.count))
                }
            }
            unsafe PQfreeCancel(request)
            running.subtract(1, ordering: .relaxed)
        }
    }
}
