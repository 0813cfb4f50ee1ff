import HummingbirdOpenIDConnect

/// The names and attributes of the site's cookies.
struct SiteCookies: Sendable {
    /// How long what a person chose for this browser is remembered: a year, in seconds.
    static let choiceLifetime: Int64 = 365 * 24 * 60 * 60

    /// Whether the site is reached over HTTPS: then the names have the `__Host-` prefix, and the cookies are `Secure`.
    let isOverHTTPS: Bool

    private var prefix: String { isOverHTTPS ? "__Host-" : "" }
    /// The session's cookie; what doesn't fit goes on in `….1`, `….2`.
    var session: String { "\(prefix)latchkey" }
    /// What the names of the cookies begin with under which forms wait that were posted after their session had ended,
    /// one each.
    var pendingFormPrefix: String { "\(prefix)latchkey-kept." }
    /// The task that was deleted last.
    var undo: String { "\(prefix)latchkey-undo" }
    /// The count of sign-ins ended within a minute.
    var rounds: String { "\(prefix)latchkey-rounds" }
    /// The accounts that a person chose to be offered on the sign-in page of this browser.
    var accounts: String { "\(prefix)latchkey-accounts" }
    /// The language that the person chose.
    var language: String { "\(prefix)latchkey-language" }
    /// Whether the person does without the keys that are a single letter.
    var keys: String { "\(prefix)latchkey-keys" }
    /// What the names of sign-ins under way begin with.
    var attemptPrefix: String { "\(prefix)latchkey-sign-in." }

    /// The value of a `Set-Cookie` field (RFC 6265, section 4.1).
    ///
    /// - Parameter isReadable: Whether the pages' scripts may read it.
    func setting(_ name: String, to value: String, maxAge: Int64, isReadable: Bool = false) -> String {
        CookieAttributes(isOverHTTPS: isOverHTTPS).setting(name, to: value, maxAge: maxAge, isReadable: isReadable)
    }

    /// The value of a `Set-Cookie` field that takes a cookie away.
    func expiring(_ name: String) -> String {
        setting(name, to: "", maxAge: 0)
    }
}
