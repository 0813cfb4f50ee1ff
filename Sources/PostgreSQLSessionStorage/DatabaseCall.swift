import SystemSupport

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

    /// How often a body is tried if it conflicts with others.
    private static var attempts: Int { 6 }

    let started = ContinuousClock.now
    private let body: Body
    private let result = PendingResult<Value>()

    init(_ body: @escaping Body) {
        self.body = body
    }

    /// - Returns: Whether the call has to be submitted.
    func begin(_ continuation: PendingResult<Value>.Continuation) -> Bool { result.begin(continuation) }

    /// Ends the wait of a call that has not started; one that has started soon ends by itself.
    func cancel() { _ = result.cancel() }

    func fail(_ error: PostgreSQLStorageError) {
        result.resume(with: .failure(error))
    }

    func perform(on connection: PostgreSQLConnection) {
        guard let continuation = result.take() else { return }
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
}
