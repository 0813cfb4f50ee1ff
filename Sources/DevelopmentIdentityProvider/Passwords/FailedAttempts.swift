import Synchronization

/// Counts wrong passwords, so that guessing at one account is slow.
///
/// It never locks anybody out for longer than a minute.
final class FailedAttempts: Sendable {
    static let limit = 10
    /// In seconds.
    static let period = 60
    /// How many addresses are remembered at most.
    private static let capacity = 10_000

    private let times = Mutex<[String: [Int]]>([:])

    func isTooMany(_ email: EmailAddress, at time: Int) -> Bool {
        times.withLock { ($0[email.key] ?? []).count { $0 > time - Self.period } >= Self.limit }
    }

    func note(_ email: EmailAddress, at time: Int) {
        times.withLock { times in
            if times.count >= Self.capacity {
                times = times.filter { $0.value.contains { $0 > time - Self.period } }
                if times.count >= Self.capacity { times.removeAll() }
            }
            times[email.key] = ((times[email.key] ?? []) + [time]).suffix(Self.limit)
        }
    }

    func forget(_ email: EmailAddress) {
        times.withLock { $0[email.key] = nil }
    }
}
