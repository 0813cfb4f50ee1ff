/// The attributes of a site's cookies (RFC 6265, section 4.1; `__Host-`: RFC 6265bis, section 4.1.3.2).
package struct CookieAttributes: Sendable {
    /// Which requests of other sites send the cookie.
    package enum SameSite: String, Sendable {
        /// Navigations by GET.
        case lax = "Lax"
        /// All; browsers accept this over HTTPS only.
        case none = "None"
    }

    /// Whether the site is reached over HTTPS: then the names have the `__Host-` prefix, and the cookies are `Secure`.
    package let isOverHTTPS: Bool
    private let sameSite: SameSite

    package init(isOverHTTPS: Bool, sameSite: SameSite = .lax) {
        self.isOverHTTPS = isOverHTTPS
        self.sameSite = sameSite
    }

    /// A cookie's name, with the prefix that stops neighbouring hosts from setting it.
    package func name(_ plain: String) -> String { isOverHTTPS ? "__Host-\(plain)" : plain }

    /// The value of a `Set-Cookie` field.
    ///
    /// - Parameters:
    ///   - maxAge: The seconds for which the browser has the cookie; `nil`: until it is closed.
    ///   - isReadable: Whether the pages' scripts may read the cookie.
    package func setting(_ name: String, to value: String, maxAge: Int64? = nil, isReadable: Bool = false) -> String {
        let end = maxAge.map { " Max-Age=\($0);" } ?? ""
        let common = "\(name)=\(value);\(end) Path=/;\(isReadable ? "" : " HttpOnly;")"
        return "\(common) SameSite=\(sameSite.rawValue)\(isOverHTTPS ? "; Secure" : "")"
    }

    /// The value of a `Set-Cookie` field that expires a cookie.
    package func expiring(_ name: String) -> String {
        setting(name, to: "", maxAge: 0)
    }
}
