import Encodings
import FoundationEssentials
import GRDB

struct AccountStore: Sendable {
    let database: ProviderDatabase
    /// The cost of new passwords' hashes.
    let passwordCost: Int
    let time: @Sendable () -> Int

    func find(_ email: EmailAddress, of identityProvider: IdentityProvider) async throws -> Account? {
        try await database.queue.read { database in
            try Account.fetchOne(
                database, sql: "SELECT * FROM account WHERE provider = ? AND emailKey = ?",
                arguments: [identityProvider.rawValue, email.key])
        }
    }

    /// The local account with this address and password.
    func account(of email: EmailAddress, password: String) async throws -> Account? {
        try await database.queue.read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM account WHERE provider = ? AND emailKey = ?",
                arguments: [IdentityProvider.local.rawValue, email.key])
            guard let row, let hash = try row.decode(String?.self, forColumn: "passwordHash"),
                PasswordHash(text: hash).matches(password)
            else { return nil }
            return try Account(row: row)
        }
    }

    /// Makes an account.
    ///
    /// - Returns: `nil` if the address has one already, which stays as it is.
    func create(
        _ email: EmailAddress, name: DisplayName, password: String?, of identityProvider: IdentityProvider
    ) async throws -> Account? {
        let account = Account(
            id: RandomIdentifier.uuid(), identityProvider: identityProvider, email: email.text, name: name.text)
        let created = time()
        return try await database.queue.write { database in
            let hash = try password.map { try PasswordHash($0, cost: passwordCost).text }
            try database.execute(
                sql: """
                    INSERT INTO account (id, provider, emailKey, email, name, passwordHash, created)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (provider, emailKey) DO NOTHING
                    """,
                arguments: [
                    account.id, identityProvider.rawValue, email.key, account.email, account.name, hash, created,
                ])
            return database.changesCount == 1 ? account : nil
        }
    }

    func rename(_ account: Account, to name: DisplayName) async throws -> Account {
        try await database.queue.write { database in
            try database.execute(sql: "UPDATE account SET name = ? WHERE id = ?", arguments: [name.text, account.id])
        }
        var renamed = account
        renamed.name = name.text
        return renamed
    }

    /// Sets a new password and, in the same step, ends whatever the old one had opened: sessions, codes, refresh
    /// tokens.
    func setPassword(_ password: NewPassword, of account: Account) async throws {
        try await database.queue.write { database in
            let hash = try PasswordHash(password.text, cost: passwordCost).text
            try database.execute(
                sql: "UPDATE account SET passwordHash = ? WHERE id = ?", arguments: [hash, account.id])
            try database.execute(sql: "DELETE FROM session WHERE account = ?", arguments: [account.id])
            try database.execute(sql: "UPDATE grantOfAccess SET revoked = 1 WHERE account = ?", arguments: [account.id])
        }
    }
}

extension AccountStore {
    /// Creates the missing accounts; an existing one retains its password.
    func seed(_ seeds: [SeededAccount]) async throws {
        for seed in seeds {
            guard let email = EmailAddress(seed.email), let name = DisplayName(seed.name),
                try await find(email, of: .local) == nil
            else {
                continue
            }
            _ = try await create(email, name: name, password: seed.password, of: .local)
        }
    }
}

/// An account that exists from the start, with a public password.
package struct SeededAccount: Sendable {
    package let email: String
    package let name: String
    /// The password, unless a password reset has changed it since.
    package let password: String

    /// The accounts that a new database gets.
    package static let all = [
        SeededAccount(email: "alice@dev.example", name: "Alice", password: "latchkey"),
        SeededAccount(email: "bob@dev.example", name: "Bob", password: "latchkey"),
    ]
}
