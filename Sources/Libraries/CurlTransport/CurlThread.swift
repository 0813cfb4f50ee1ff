import HTTPTransport
import SystemSupport

/// A thread that performs transfers with libcurl, on its own connections.
final class CurlThread: Sendable {
    private let multi: CurlMultiHandle
    private let queue: CommandQueue
    private let thread: DedicatedThread

    /// A thread that runs from now on.
    ///
    /// - Parameters:
    ///   - maximumConnections: Maximum number of idle connections, and of idle handles.
    ///   - makeLoop: Makes the loop, on the thread.
    /// - Throws: ``HTTPTransport/TransportError`` if the system has no thread to give.
    init(
        maximumConnections: Int, makeLoop: @escaping @Sendable (CurlMultiHandle, CommandQueue) -> CurlLoop
    ) throws(TransportError) {
        let multi = try CurlMultiHandle(maximumConnections: maximumConnections)
        let queue = CommandQueue(multi: multi)
        guard let thread = DedicatedThread({ makeLoop(multi, queue).run() }) else {
            throw TransportError(.unreachable, "the system has no thread to give")
        }
        self.multi = multi
        self.queue = queue
        self.thread = thread
    }

    deinit {
        // No call is under way, because it would retain the thread; so the loop ends at once.
        queue.close()
        thread.join()
    }

    /// - Returns: `false` if the thread has been shut down.
    func post(_ command: CommandQueueState.Command) -> Bool { queue.post(command) }

    /// Fails the transfers under way and all later ones.
    func close() { queue.close() }

    /// Waits for the end of a thread that has been closed.
    func ended() async {
        await thread.ended()
        multi.cleanUp()
    }
}
