/// Tells whether a password is the one of an address.
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
        guard let found, isRight else {
            attempts.note(email, at: time())
            return .wrong
        }
        attempts.forget(email)
        return .right(found.account)
    }
}
