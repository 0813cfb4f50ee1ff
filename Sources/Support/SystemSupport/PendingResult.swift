import Synchronization

/// A result that a task waits for while a thread works on it; the task is resumed once.
///
/// No class, because the end of a generic class's instance looks its types up.
package struct PendingResult<Value: Sendable>: ~Copyable, Sendable {
    package typealias Continuation = CheckedContinuation<Value, any Error>

    /// Not `private`: in debug mode the compiler (6.3.1) crashes in another module that specializes the lock, with
    /// "Global is external, but doesn't have external or weak linkage".
    package enum Stage {
        case created
        case cancelledEarly
        case waiting(Continuation)
        case ended
    }

    private let stage = Mutex(Stage.created)

    package init() {}

    /// Whether a task waits.
    package var isWaiting: Bool {
        stage.withLock { if case .waiting = $0 { true } else { false } }
    }

    /// Starts the wait, unless the task was cancelled before; then it is resumed at once.
    ///
    /// - Returns: Whether the task waits, so that the work has to be done.
    package func start(_ continuation: Continuation) -> Bool {
        let waits = stage.withLock { stage in
            guard case .created = stage else { return false }
            stage = .waiting(continuation)
            return true
        }
        if !waits { continuation.resume(throwing: CancellationError()) }
        return waits
    }

    /// Ends the wait with `CancellationError`.
    ///
    /// - Returns: Whether the task waited, so that the work may be under way.
    package func cancel() -> Bool {
        let continuation = stage.withLock { stage -> Continuation? in
            if case .created = stage { stage = .cancelledEarly }
            guard case .waiting(let continuation) = stage else { return nil }
            stage = .ended
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
        return continuation != nil
    }

    /// Ends the wait with a result; without a wait, or after its end, that does nothing.
    package func resume(with result: Result<Value, some Error>) {
        take()?.resume(with: result)
    }

    /// Ends the wait, and leaves it to the caller to resume the task.
    ///
    /// - Returns: The task's continuation; `nil` if it doesn't wait.
    package func take() -> Continuation? {
        stage.withLock { stage in
            guard case .waiting(let continuation) = stage else { return nil }
            stage = .ended
            return continuation
        }
    }
}
