/// The state of one call.
///
/// Each transition returns the action for after the lock is released, so that the continuation is resumed once.
struct CurlTransferState<Continuation> {
    private enum Stage {
        case created
        case cancelledEarly
        case waiting(Continuation)
        case ended
    }

    /// The action of a call that starts.
    enum Beginning {
        /// Hand the call to the loop.
        case enqueue
        /// The task was cancelled before the call started: resume at once.
        case resumeCancelled
    }

    private var stage = Stage.created

    /// Whether a task still waits for the response.
    var isWaiting: Bool {
        if case .waiting = stage { true } else { false }
    }

    mutating func begin(_ continuation: Continuation) -> Beginning {
        guard case .created = stage else { return .resumeCancelled }
        stage = .waiting(continuation)
        return .enqueue
    }

    /// - Returns: The continuation to resume, in which case the loop needs a command as well; `nil` if the call hasn't
    ///   started or has ended.
    mutating func cancel() -> Continuation? {
        switch stage {
        case .created:
            stage = .cancelledEarly
            return nil
        case .waiting(let continuation):
            stage = .ended
            return continuation
        case .cancelledEarly, .ended:
            return nil
        }
    }

    /// - Returns: The continuation to resume; `nil` if the call has ended already.
    mutating func finish() -> Continuation? {
        guard case .waiting(let continuation) = stage else { return nil }
        stage = .ended
        return continuation
    }
}
