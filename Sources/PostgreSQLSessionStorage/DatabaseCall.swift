import Synchronization

/// A call that waits for its turn on a connection.
protocol PendingCall: Sendable {
    /// When it was submitted.
    var started: ContinuousClock.Instant { get }
    /// Performs the call, unless its task no longer waits for it.
    func perform(on connection: PostgreSQLConnection)
    func fail(_ error: PostgreSQLStorageError)
}

/// One call, shared by the waiting task and the thread that performs it.
package final class DatabaseCall<Value: Sendable>: PendingCall {
    package typealias Body = @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Value

    private enum Stage {
        case created
        case cancelledEarly
        case waiting(CheckedContinuation<Value, any Error>)
        case ended
    }

    /// How often a body is tried if it conflicts with others.
    private static var attempts: Int { 6 }

    let started = ContinuousClock.now
    private let body: Body
    private let stage = Mutex(Stage.created)

    init(_ body: @escaping Body) {
        self.body = body
    }

    /// - Returns: Whether the call has to be submitted.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isCancelled = stage.withLock { stage in
            guard case .created = stage else { return true }
            stage = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        return !isCancelled
    }

    /// Ends the wait of a call that has not started; one that has started soon ends by itself.
    func cancel() {
        let waiting = stage.withLock { stage in
            switch stage {
            case .created: stage = .cancelledEarly
            case .waiting(let continuation):
                stage = .ended
                return Optional(continuation)
            case .cancelledEarly, .ended: break
            }
            return nil
        }
        waiting?.resume(throwing: CancellationError())
    }

    func fail(_ error: PostgreSQLStorageError) {
        take()?.resume(throwing: error)
    }

    func perform(on connection: PostgreSQLConnection) {
        guard let continuation = take() else { return }
        var attempt = 1
        while true {
            do throws(PostgreSQLStorageError) {
                return continuation.resume(returning: try body(connection))
            } catch {
                guard error.kind == .contended, attempt < Self.attempts, connection.isUsable else {
                    return continuation.resume(throwing: error)
                }
            }
            ThreadPause.pause(for: .milliseconds(Int.random(in: 1...(5 << attempt))))
            attempt += 1
        }
    }

    private func take() -> CheckedContinuation<Value, any Error>? {
        stage.withLock { stage in
            guard case .waiting(let continuation) = stage else { return nil }
            stage = .ended
            return continuation
        }
    }
}
