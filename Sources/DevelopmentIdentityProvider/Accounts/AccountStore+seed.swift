extension AccountStore {
    /// Makes those accounts that are missing; one that is there keeps its password.
    func seed(_ seeds: [SeededAccount], hasher: PasswordHasher) async throws {
        for seed in seeds {
            guard let email = EmailAddress(seed.email), let name = DisplayName(seed.name),
                try await find(email, of: .local) == nil
            else {
                continue
            }
            _ = try await create(email, name: name, passwordHash: try await hasher.hash(seed.password), of: .local)
        }
    }
}
