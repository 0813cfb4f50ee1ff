import Encodings
import HummingbirdOpenIDConnect
import SealedCookies
import WebSupport

/// The accounts that users chose to be offered, in a sealed cookie of the browser that outlives sign-out.
struct AccountCookies: Sendable {
    /// How long the accounts are offered after the last sign-in, in seconds: half a year.
    private static let lifetime: Int64 = 180 * 86_400
    private static let purpose = "latchkey forget accounts"
    private static let identifierBytes = 16

    private let cookie: ChunkedCookie
    private let codec: SealedCookieCodec
    private let now: @Sendable () -> Int64

    init(names: SiteCookies, codec: SealedCookieCodec, now: @escaping @Sendable () -> Int64) {
        cookie = ChunkedCookie(name: names.accounts, attributes: names.attributes, codec: codec)
        self.codec = codec
        self.now = now
    }

    func accounts(in cookies: RequestCookies) -> RememberedAccounts? {
        cookie.payload(in: cookies, now: now()).flatMap(RememberedAccounts.init(bytes:))
    }

    /// The field that adds an account to those that are remembered.
    func remembering(_ account: RememberedAccount, in cookies: RequestCookies) throws -> [String] {
        var accounts = accounts(in: cookies) ?? RememberedAccounts(identifier: SecureRandom.bytes(Self.identifierBytes))
        accounts.add(account)
        return try setting(accounts, over: cookies)
    }

    /// The field that forgets one account.
    func forgetting(_ account: RememberedAccount, in cookies: RequestCookies) throws -> [String] {
        guard var accounts = accounts(in: cookies) else { return forgettingAll(in: cookies) }
        accounts.remove(account)
        return try accounts.accounts.isEmpty ? forgettingAll(in: cookies) : setting(accounts, over: cookies)
    }

    /// The field that forgets them all.
    func forgettingAll(in cookies: RequestCookies) -> [String] {
        cookie.expiring(in: cookies)
    }

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

    private func setting(_ accounts: RememberedAccounts, over cookies: RequestCookies) throws -> [String] {
        let now = now()
        return try cookie.setting(accounts.bytes, until: now + Self.lifetime, now: now, over: cookies)
    }
}
