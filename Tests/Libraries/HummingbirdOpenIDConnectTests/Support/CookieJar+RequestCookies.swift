import HummingbirdOpenIDConnect
import TestSupport
import WebSupport

extension CookieJar {
    var cookies: RequestCookies { RequestCookies(fields) }
}
