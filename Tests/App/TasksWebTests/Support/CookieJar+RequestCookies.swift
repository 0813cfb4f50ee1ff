import HummingbirdOpenIDConnect
import TestSupport

extension CookieJar {
    var cookies: RequestCookies { RequestCookies(fields) }
}
