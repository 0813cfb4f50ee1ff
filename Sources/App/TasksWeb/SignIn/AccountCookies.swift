import Encodings
import HummingbirdOpenIDConnect
import SealedCookies

/// The accounts that users chose to be offered, in a sealed cookie of the browser that outlives sign-out.
struct AccountCookies: Sendable {
    /// How long the accounts are offered after the last sign-in, in seconds: half a year.
    private static let lifetime: Int64 = 180 * 86_400
    private static let purpose = "latchkey forget accounts"

    private let cookie: SealedCookie
    private let codec: SealedCookieCodec
    private let now: @Sendable () -> Int64

    init(_ cookie: SealedCookie, codec: SealedCookieCodec, now: @escaping @Sendable () -> Int64) {
        self.cookie = cookie
        self.codec = codec
        self.now = now
    }

    /// The accounts that this browser remembers.
    func accounts(in session: RequestSession) -> RememberedAccounts? {
        cookie.value(in: session).flatMap(RememberedAccounts.init(bytes:))
    }

    /// Adds an account to those that are remembered.
    func remember(_ account: RememberedAccount, in session: RequestSession) throws {
        var accounts =
            accounts(in: session)
            ?? RememberedAccounts(identifier: SecureRandom.bytes(RememberedAccounts.identifierBytes))
        accounts.add(account)
        try set(accounts, in: session)
    }

    /// Forgets one account.
    func forget(_ account: RememberedAccount, in session: RequestSession) throws {
        guard var accounts = accounts(in: session) else { return forgetAll(in: session) }
        accounts.remove(account)
        if accounts.accounts.isEmpty { forgetAll(in: session) } else { try set(accounts, in: session) }
    }

    /// Forgets all accounts.
    func forgetAll(in session: RequestSession) { cookie.expire(in: session) }

    /// The token of the form that forgets the accounts.
    ///
    /// The token proves that the page was made for this browser, because the form works without a session.
    func token(for accounts: RememberedAccounts) throws -> String {
        try codec.seal(accounts.identifier, purpose: Self.purpose, expires: now() + Self.lifetime)
    }

    /// Whether a form's token belongs to the accounts that this browser remembers.
    func isToken(_ token: String?, for accounts: RememberedAccounts) -> Bool {
        guard let token, let identifier = codec.open(token, purpose: Self.purpose, now: now()) else {
            return false
        }
        return identifier == accounts.identifier
    }

    private func set(_ accounts: RememberedAccounts, in session: RequestSession) throws {
        try cookie.set(accounts.bytes, lifetime: .seconds(Self.lifetime), in: session)
    }
}
