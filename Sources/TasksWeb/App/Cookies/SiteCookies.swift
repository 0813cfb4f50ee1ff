import HummingbirdOpenIDConnect

/// The names and attributes of the site's cookies.
struct SiteCookies: Sendable {
    /// How long what a person chose for this browser is remembered: a year, in seconds.
    static let choiceLifetime: Int64 = 365 * 24 * 60 * 60

    /// What the names of all cookies start with: the session's cookie.
    static let prefix = "latchkey"
    /// The cookies that may expire if all of them are too large together, in this order.
    static let expendable = ["latchkey-undo", "latchkey-accounts"]
    /// The cookies that expire at sign-out together with those of the sign-in.
    static let ofSession = ["latchkey-undo"]

    /// Whether the site is reached over HTTPS: then the names have the `__Host-` prefix, and the cookies are `Secure`.
    let isOverHTTPS: Bool

    private var prefix: String { isOverHTTPS ? "__Host-" : "" }
    /// The task that was deleted last.
    var undo: String { "\(prefix)latchkey-undo" }
    /// The accounts that a person chose to be offered on the sign-in page of this browser.
    var accounts: String { "\(prefix)latchkey-accounts" }
    /// The language that the person chose.
    var language: String { "\(prefix)latchkey-language" }
    /// Whether the person does without the keys that are a single letter.
    var keys: String { "\(prefix)latchkey-keys" }

    /// The value of a `Set-Cookie` field (RFC 6265, section 4.1).
    ///
    /// - Parameter isReadable: Whether the pages' scripts may read it.
    func setting(_ name: String, to value: String, maxAge: Int64, isReadable: Bool = false) -> String {
        CookieAttributes(isOverHTTPS: isOverHTTPS).setting(name, to: value, maxAge: maxAge, isReadable: isReadable)
    }

    /// The value of a `Set-Cookie` field that expires a cookie.
    func expiring(_ name: String) -> String {
        setting(name, to: "", maxAge: 0)
    }
}
