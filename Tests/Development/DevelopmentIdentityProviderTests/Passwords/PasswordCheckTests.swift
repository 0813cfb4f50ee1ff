import Testing

@testable import DevelopmentIdentityProvider

@Suite struct PasswordCheckTests {
    @Test("Guesses at the same time learn no more than ten passwords in a minute, and not the right one after these")
    func concurrentGuesses() async throws {
        let directory = try TestDirectory.empty()
        defer { directory.remove() }
        let database = try ProviderDatabase(file: PrivateFile("accounts.sqlite", in: directory.path))
        let hasher = PasswordHasher()
        let accounts = AccountStore(database: database, time: { 1000 })
        try await accounts.seed(SeededAccount.all, hasher: hasher)
        let check = PasswordCheck(accounts: accounts, hasher: hasher, time: { 1000 })
        let account = try #require(SeededAccount.all.first)
        let email = try #require(EmailAddress(account.email))
        // A comparison takes so long that all start before the first ends.
        let outcomes = try await withThrowingTaskGroup(of: PasswordCheck.Outcome.self) { group in
            for _ in 1...14 { group.addTask { try await check.check(email, "wrong") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { if case .wrong = $0 { true } else { false } } == 10)
        #expect(outcomes.count { if case .tooManyAttempts = $0 { true } else { false } } == 4)
        guard case .tooManyAttempts = try await check.check(email, account.password) else {
            Issue.record("the right password is taken")
            return
        }
    }
}
