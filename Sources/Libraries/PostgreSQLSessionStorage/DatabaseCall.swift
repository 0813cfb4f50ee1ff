import SystemSupport

/// Whether a call may change something, and so may wait for a commit as long as the server does.
package enum DatabaseAccess: Sendable {
    case reading
    case writing
}

/// A call that waits for its turn on a connection.
protocol PendingCall: Sendable {
    /// When it was submitted.
    var started: ContinuousClock.Instant { get }
    var access: DatabaseAccess { get }
    /// Performs the call, unless its task no longer waits for it.
    ///
    /// - Returns: Whether it was performed and has succeeded.
    func perform(on connection: PostgreSQLConnection) -> Bool
    func fail(_ error: PostgreSQLStorageError)
}

/// One call, shared by the waiting task and the thread that performs it.
package final class DatabaseCall<Value: Sendable>: PendingCall {
    package typealias Body = @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Value

    /// How often a body is tried if it conflicts with others.
    private static var attempts: Int { 6 }

    let started = ContinuousClock.now
    let access: DatabaseAccess
    private let body: Body
    private let result = PendingResult<Value>()

    init(_ access: DatabaseAccess, _ body: @escaping Body) {
        self.access = access
        self.body = body
    }

    /// - Returns: Whether the call has to be submitted.
    func start(_ continuation: PendingResult<Value>.Continuation) -> Bool { result.start(continuation) }

    /// Ends the wait of a call that has not started; one that has started soon ends by itself.
    func cancel() { _ = result.cancel() }

    func fail(_ error: PostgreSQLStorageError) {
        result.resume(with: .failure(error))
    }

    func perform(on connection: PostgreSQLConnection) -> Bool {
        guard let continuation = result.take() else { return false }
        var attempt = 1
        while true {
            do throws(PostgreSQLStorageError) {
                continuation.resume(returning: try body(connection))
                return true
            } catch {
                guard error.kind == .contended, attempt < Self.attempts, connection.isUsable else {
                    continuation.resume(throwing: error)
                    return false
                }
            }
            ThreadPause.pause(for: .milliseconds(Int.random(in: 1...(5 << attempt))))
            attempt += 1
        }
    }
}
