import HummingbirdOpenIDConnect
import WebSupport

/// The names and attributes of the site's cookies.
struct SiteCookies: Sendable {
    /// How long a user's choices for this browser are remembered: a year, in seconds.
    static let choiceLifetime: Int64 = 365 * 24 * 60 * 60

    /// The prefix of all cookies' names, which is the name of the session's cookie.
    static let prefix = "latchkey"
    /// The cookies that may expire if all of them are too large together, in this order.
    static let expendable = [undo, accounts]
    /// The cookies that expire at sign-out together with the sign-in's.
    static let ofSession = [undo]

    /// The site's own sealed cookies.
    static let sealed = [undo, accounts]

    /// The task that was deleted last.
    static let undo = "\(prefix)-undo"
    /// The accounts that users chose to be offered on the sign-in page of this browser.
    static let accounts = "\(prefix)-accounts"

    let attributes: CookieAttributes

    init(isOverHTTPS: Bool) {
        attributes = CookieAttributes(isOverHTTPS: isOverHTTPS)
    }

    /// The language that the user chose.
    var language: String { attributes.name("\(Self.prefix)-language") }
    /// Whether the user has turned off the keys that are a single letter.
    var keys: String { attributes.name("\(Self.prefix)-keys") }
}
