import CPostgres
import Synchronization
import SystemSupport

/// Requests that the server stops the statement of a connection.
///
/// Each waits as long as the server or the network is silent. So threads of their own send them: on Dispatch's threads
/// they would hold up all tasks of Swift's runtime, which has only as many as there are processors.
enum CancelRequest {
    /// Maximum number of requests that are sent at once.
    ///
    /// Further ones are dropped.
    private static let limit = 4
    private static let running = Atomic(0)
    /// The size of the buffer for libpq's error message, in bytes.
    ///
    /// Without a buffer libpq 15 crashes if the request can't connect.
    private static let messageSize = 256

    /// Sends a request, without waiting for it.
    ///
    /// - Returns: The thread that sends it; `nil` if it is dropped.
    @discardableResult
    static func send(on connection: OpaquePointer) -> DedicatedThread? {
        // Only the other thread uses it, and it doesn't refer to the connection.
        nonisolated(unsafe) let request = unsafe PQgetCancel(connection)
        guard unsafe request != nil else { return nil }
        let end = { @Sendable in
            unsafe PQfreeCancel(request)
            running.subtract(1, ordering: .relaxed)
        }
        guard running.add(1, ordering: .relaxed).newValue <= limit,
            let thread = DedicatedThread({
                unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: messageSize) { message in
                    _ = unsafe PQcancel(request, message.baseAddress, CInt(message.count))
                }
                end()
            })
        else {
            end()
            return nil
        }
        return thread
    }
}
