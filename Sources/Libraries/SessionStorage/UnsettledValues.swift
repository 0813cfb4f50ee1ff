package import PortableFoundation
import Synchronization

/// The one-time values whose consumption had no outcome, for example because the call timed out.
package final class UnsettledValues: Sendable {
    /// Maximum number of values.
    ///
    /// Further ones aren't remembered.
    private static let capacity = 10_000

    private let values = Mutex<[[UInt8]: Date]>([:])

    /// Consumes a value.
    ///
    /// - Parameters:
    ///   - call: Consumes the value in the store, with or without an effect; `nil` if it had been consumed before.
    ///   - repeated: Has the effect alone, for a value that an attempt without an outcome has consumed.
    /// - Returns: `nil` if the value had been consumed before, unless an attempt of this process had no outcome.
    package func consuming<Result>(
        _ value: OneTimeValue, now: Date, _ call: () async throws -> Result?, repeated: () async throws -> Result
    ) async throws -> Result? {
        do {
            let result = try await call()
            guard remove(value), result == nil else { return result }
            return try await repeated()
        } catch {
            insert(value, now: now)
            throw error
        }
    }

    private func insert(_ value: OneTimeValue, now: Date) {
        values.withLock { values in
            if values.count >= Self.capacity { values = values.filter { $0.value > now } }
            if values.count < Self.capacity { values[value.bytes] = value.expires }
        }
    }

    /// - Returns: Whether the value was among them; of several callers one gets `true`.
    private func remove(_ value: OneTimeValue) -> Bool {
        values.withLock { $0.removeValue(forKey: value.bytes) != nil }
    }
}
