import Hummingbird
import HummingbirdOpenIDConnect

/// Keeps a page of another site from dropping the sign-ins that the user has just started.
struct ForeignStart: Sendable {
    /// How long an attempt is protected, in seconds.
    static let protection: Int64 = 60

    let attempts: SignInCookies
    let limit: CookieSizeLimit
    /// The site's own.
    let origin: String
    let clock: Clock

    /// Whether a request may set the cookie of its attempt.
    ///
    /// The user's own start may always: the oldest attempt makes room for it.
    func isAllowed(_ request: Request, setting fields: [String], over cookies: RequestCookies) -> Bool {
        guard !request.comes(from: origin) else { return true }
        let now = clock.now()
        let young = attempts.startTimes(in: cookies, now: now).filter { $0.start > now - Self.protection }
        let fitted = limit.fitted(fields, over: cookies)
        return !young.contains { fitted.contains(attempts.expiring(name: $0.name)) }
    }
}
