import HTTPTransport
import HummingbirdOpenIDConnect
import WebSupport

/// Every path of the site, except the paths of the tasks page's forms: ``TaskRoute``.
///
/// Router, links and redirects take their paths from here. A test checks that the constants in templates are equal.
package enum SitePath {
    static let home = "/"
    static let signIn = "/sign-in"
    static let signUp = "/sign-up"
    static let facebook = "/sign-in/facebook"
    static let passwordReset = "/password-reset"
    static let profile = "/profile"
    /// The redirect URI (RFC 6749, section 3.1.2).
    package static let redirect = "/auth/openid/return"
    static let tasks = "/tasks"
    static let tasksText = "/tasks.txt"
    static let tasksJSON = "/tasks.json"
    static let claims = "/claims"
    static let signOut = "/sign-out"
    package static let signedOut = "/signed-out"
    package static let frontChannelLogout = "/auth/openid/front-channel-logout"
    package static let backChannelLogout = "/auth/openid/back-channel-logout"
    static let sessions = "/sessions"
    static let endOtherSessions = "/sessions/end-others"
    /// The form that ends one session, as the router's pattern.
    static let endSession = "/sessions/{id}/end"
    static let rememberAccount = "/accounts/remember"
    static let forgetAccount = "/accounts/forget"
    static let forgetAccounts = "/accounts/forget-all"
    static let language = "/language"
    static let keys = "/keys"
    static let keysChoice = "/keys/choice"
    static let alive = "/healthz"
    static let ready = "/readyz"

    /// The list of sessions after the one with this name.
    static func sessions(after name: String) -> String { "\(sessions)?after=\(name)" }
}

/// A path on this site to which a sign-in comes back; a path that browsers might read otherwise is refused.
struct ReturnPath: Sendable, Equatable {
    /// Paths that would start another sign-in, or are no pages.
    static let excluded = [
        "/auth", SitePath.signIn, SitePath.signUp, SitePath.passwordReset, SitePath.profile, SitePath.signOut,
    ]

    let value: String

    init?(_ text: String?) {
        // Most pages are this one, which needn't be parsed.
        if text == SitePath.tasks {
            value = SitePath.tasks
            return
        }
        guard let path = LocalPath(text), !Self.excluded.contains(where: { path.isIn($0) }) else { return nil }
        value = path.value
    }
}
