import Encodings

/// The accounts that the sign-in page of one browser offers, the last one first.
struct RememberedAccounts: Sendable, Equatable {
    /// Maximum number of offered accounts, because their cookie goes with each request, next to the session's.
    static let limit = 3
    static let identifierBytes = 16
    /// Marks the count of a list whose accounts may have a user's digest.
    private static let hasUsers: UInt8 = 0x80
    /// Marks the count of a list whose accounts have an authority.
    private static let hasAuthorities: UInt8 = 0x40

    /// The identifier in the form that forgets the accounts, so that only a page that read the cookie can make the
    /// form.
    let identifier: [UInt8]
    private(set) var accounts: [RememberedAccount] = []

    init(identifier: [UInt8]) {
        self.identifier = identifier
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let identifier = reader.fixed(Self.identifierBytes), let mark = reader.uint8(),
            mark & ~(Self.hasUsers | Self.hasAuthorities) <= Self.limit
        else { return nil }
        self.identifier = identifier
        for _ in 0..<(mark & ~(Self.hasUsers | Self.hasAuthorities)) {
            guard let kind = reader.uint8().flatMap(SignInKind.init(rawValue:)), let name = reader.text(),
                let hint = reader.text(), let user = mark & Self.hasUsers == 0 ? .some(nil) : Self.user(&reader),
                let authority = mark & Self.hasAuthorities == 0 ? .some(nil) : reader.optionalText(),
                let account = RememberedAccount(name: name, hint: hint, kind: kind, authority: authority, user: user)
            else { return nil }
            accounts.append(account)
        }
        guard reader.isAtEnd else { return nil }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.append(fixed: identifier)
        // Without further authorities an earlier version can read the list.
        let hasAuthorities = accounts.contains { $0.authority != nil }
        writer.append(UInt8(accounts.count) | Self.hasUsers | (hasAuthorities ? Self.hasAuthorities : 0))
        for account in accounts {
            writer.append(account.kind.rawValue)
            writer.append(account.name)
            writer.append(account.hint)
            writer.append(UInt8(account.user == nil ? 0 : 1))
            writer.append(fixed: account.user ?? [])
            if hasAuthorities { writer.append(account.authority) }
        }
        return writer.bytes
    }

    /// A user's digest, if there is one; the outer optional says whether it could be read.
    private static func user(_ reader: inout ByteReader) -> [UInt8]?? {
        switch reader.uint8() {
        case 0: .some(nil)
        case 1: reader.fixed(RememberedAccount.userBytes).map { .some($0) }
        default: nil
        }
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
