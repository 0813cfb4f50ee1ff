import HummingbirdOpenIDConnect

/// The accounts that the sign-in page of one browser offers, the last one first.
struct RememberedAccounts: Sendable, Equatable {
    /// The most accounts that are offered: their cookie goes with each request, beside the session's.
    static let limit = 3
    private static let identifierBytes = 16

    /// What the form that forgets them has to know: whoever can't read the cookie can't make the form.
    let identifier: [UInt8]
    private(set) var accounts: [RememberedAccount] = []

    init(identifier: [UInt8]) {
        self.identifier = identifier
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let identifier = reader.fixed(Self.identifierBytes), let count = reader.number(UInt8.self), count <= Self.limit else {
            return nil
        }
        self.identifier = identifier
        for _ in 0..<count {
            guard let kind = reader.number(UInt8.self).flatMap(SignInKind.init(rawValue:)), let name = reader.text(),
                let hint = reader.text(), let account = RememberedAccount(name: name, hint: hint, kind: kind)
            else { return nil }
            accounts.append(account)
        }
        guard reader.isAtEnd else { return nil }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.append(fixed: identifier)
        writer.append(UInt8(accounts.count))
        for account in accounts {
            writer.append(account.kind.rawValue)
            writer.append(account.name)
            writer.append(account.hint)
        }
        return writer.bytes
    }

    func contains(_ account: RememberedAccount) -> Bool {
        accounts.contains { $0.isSameAccount(as: account) }
    }

    /// Puts an account first; beyond ``limit`` the oldest goes.
    mutating func add(_ account: RememberedAccount) {
        accounts = [account] + accounts.filter { !$0.isSameAccount(as: account) }.prefix(Self.limit - 1)
    }

    mutating func remove(_ account: RememberedAccount) {
        accounts.removeAll { $0.isSameAccount(as: account) }
    }
}
