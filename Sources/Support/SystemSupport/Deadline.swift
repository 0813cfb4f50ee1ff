/// The result of an operation that ends before a deadline; `nil` if it doesn't, or if the task is cancelled first.
///
/// The operation isn't cancelled: it continues, and its result is dropped.
package func withDeadline<Value: Sendable>(
    _ deadline: ContinuousClock.Instant, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let (results, continuation) = AsyncStream.makeStream(
        of: Result<Value, any Error>?.self, bufferingPolicy: .bufferingOldest(1))
    Task {
        do {
            continuation.yield(.success(try await operation()))
        } catch {
            continuation.yield(.failure(error))
        }
    }
    let timer = Task {
        try await Task.sleep(until: deadline)
        continuation.yield(nil)
    }
    defer { timer.cancel() }
    for await result in results { return try result?.get() }
    return nil
}
