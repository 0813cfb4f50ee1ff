import Encodings
import HummingbirdOpenIDConnect
import SealedCookies

/// Keeps the accounts that a person chose to be offered in a sealed cookie of their browser, which outlives sign-out.
struct AccountCookies: Sendable {
    /// How long the accounts are offered after the last sign-in, in seconds: half a year.
    private static let lifetime: Int64 = 180 * 86_400
    private static let purpose = "latchkey forget accounts"
    private static let identifierBytes = 16

    let names: SiteCookies
    let codec: SealedCookieCodec
    let clock: Clock

    /// The accounts that this browser remembers.
    func accounts(in cookies: RequestCookies) -> RememberedAccounts? {
        codec.open(name: names.accounts, now: clock.now()) { cookies[$0] }.flatMap(RememberedAccounts.init(bytes:))
    }

    /// The field that remembers an account beside those that are there.
    func remembering(_ account: RememberedAccount, in cookies: RequestCookies) throws -> [String] {
        var accounts = accounts(in: cookies) ?? RememberedAccounts(identifier: SecureRandom.bytes(Self.identifierBytes))
        accounts.add(account)
        return try setting(accounts)
    }

    /// The field that puts an account first that this browser remembers already; none if it doesn't.
    func renewing(_ account: RememberedAccount?, in cookies: RequestCookies) throws -> [String] {
        guard let account, let accounts = accounts(in: cookies), accounts.contains(account) else { return [] }
        return try remembering(account, in: cookies)
    }

    /// The field that forgets one account.
    func forgetting(_ account: RememberedAccount, in cookies: RequestCookies) throws -> [String] {
        guard var accounts = accounts(in: cookies) else { return forgettingAll(in: cookies) }
        accounts.remove(account)
        return try accounts.accounts.isEmpty ? forgettingAll(in: cookies) : setting(accounts)
    }

    /// The field that forgets them all.
    func forgettingAll(in cookies: RequestCookies) -> [String] {
        cookies[names.accounts] == nil ? [] : [names.expiring(names.accounts)]
    }

    /// What proves that a form to forget them, which nobody has to be signed in for, came from a page that this browser
    /// got.
    func token(for accounts: RememberedAccounts) throws -> String {
        try codec.seal(accounts.identifier, purpose: Self.purpose, expires: clock.now() + Self.lifetime)
    }

    /// Whether a form's token belongs to the accounts that this browser remembers.
    func isToken(_ token: String?, for accounts: RememberedAccounts) -> Bool {
        guard let token, let identifier = codec.open(token, purpose: Self.purpose, now: clock.now()) else {
            return false
        }
        return identifier == accounts.identifier
    }

    private func setting(_ accounts: RememberedAccounts) throws -> [String] {
        try codec.seal(accounts.bytes, name: names.accounts, expires: clock.now() + Self.lifetime).map {
            names.setting($0.name, to: $0.value, maxAge: Self.lifetime)
        }
    }
}
