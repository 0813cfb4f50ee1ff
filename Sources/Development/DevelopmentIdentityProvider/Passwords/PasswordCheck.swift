import Synchronization

/// Checks whether a password belongs to an address.
///
/// An address without an account is refused by the same words and as slowly.
struct PasswordCheck: Sendable {
    enum Outcome: Sendable {
        case right(Account)
        case wrong
        case tooManyAttempts
    }

    let accounts: AccountStore
    let hasher: PasswordHasher
    let time: @Sendable () -> Int
    private let attempts = FailedAttempts()

    init(accounts: AccountStore, hasher: PasswordHasher, time: @escaping @Sendable () -> Int) {
        self.accounts = accounts
        self.hasher = hasher
        self.time = time
    }

    func check(_ email: EmailAddress, _ password: String) async throws -> Outcome {
        guard !attempts.isTooMany(email, at: time()) else { return .tooManyAttempts }
        let found = try await accounts.credentials(of: email)
        let isRight = await hasher.verify(password, against: found?.passwordHash)
        guard let found, isRight else { return attempts.note(email, at: time()) ? .wrong : .tooManyAttempts }
        // The comparison is slow, and there may have been other attempts meanwhile.
        guard !attempts.isTooMany(email, at: time()) else { return .tooManyAttempts }
        attempts.forget(email)
        return .right(found.account)
    }
}

/// Counts wrong passwords, so that guessing at one account is slow.
///
/// A user is never locked out for longer than a minute.
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

    /// Counts a wrong password.
    ///
    /// - Returns: `false` if there were too many already; then it doesn't count.
    func note(_ email: EmailAddress, at time: Int) -> Bool {
        times.withLock { times in
            let recent = (times[email.key] ?? []).filter { $0 > time - Self.period }
            guard recent.count < Self.limit else { return false }
            if times.count >= Self.capacity {
                times = times.filter { $0.value.contains { $0 > time - Self.period } }
                if times.count >= Self.capacity { times.removeAll() }
            }
            times[email.key] = recent + [time]
            return true
        }
    }

    func forget(_ email: EmailAddress) {
        times.withLock { $0[email.key] = nil }
    }
}
