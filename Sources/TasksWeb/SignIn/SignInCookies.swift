import HummingbirdOpenIDConnect
import SealedCookies

/// Keeps the sign-ins under way in cookies, one each.
typealias SignInCookies = AttemptCookies<PendingSignIn>

extension SignInCookies {
    init(names: SiteCookies, codec: SealedCookieCodec) {
        self.init(
            prefix: names.attemptPrefix, attributes: CookieAttributes(isOverHTTPS: names.isOverHTTPS), codec: codec)
    }

    /// The fields that keep a sign-in, without its way back if that doesn't fit next to a large session.
    func setting(
        _ pending: PendingSignIn, replacing consumed: String? = nil, over carried: RequestCookies,
        within limit: CookieSizeLimit,
        now: Int64
    ) throws -> [String] {
        let fields = try setting(pending, replacing: consumed, over: carried, now: now)
        guard pending.returnTo != nil, !limit.fits(fields, over: carried) else { return fields }
        var shorter = pending
        shorter.returnTo = nil
        return try setting(shorter, replacing: consumed, over: carried, now: now)
    }
}
