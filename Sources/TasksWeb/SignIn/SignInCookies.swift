import HummingbirdOpenIDConnect
import SealedCookies

/// Keeps the sign-ins under way in cookies, one each.
typealias SignInCookies = AttemptCookies<PendingSignIn>

extension SignInCookies {
    init(names: SiteCookies, codec: SealedCookieCodec) {
        self.init(prefix: names.attemptPrefix, attributes: CookieAttributes(isOverHTTPS: names.isOverHTTPS), codec: codec)
    }
}
