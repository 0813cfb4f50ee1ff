import Synchronization

/// Lets tasks wait for the end of a thread without blocking one.
final class EndOfThread: Sendable {
    /// The waiting tasks; `nil` once the end is reached.
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    /// Resumes the waiting tasks.
    ///
    /// The thread must do nothing after this call.
    func arrive() {
        for continuation in waiting.withLock({ $0.take() }) ?? [] { continuation.resume() }
    }

    /// Waits for the end.
    func reach() async {
        await withCheckedContinuation { continuation in
            let isReached = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isReached { continuation.resume() }
        }
    }
}
