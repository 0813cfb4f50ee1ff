package import OpenIDConnectTesting
package import WebSupport

extension CookieJar {
    /// The cookies as a server reads them.
    package var cookies: RequestCookies { RequestCookies(fields) }
}
