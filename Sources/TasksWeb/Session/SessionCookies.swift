import HummingbirdOpenIDConnect
import OpenIDConnect
import SealedCookies

/// Reads a session from a request's cookies and writes it as `Set-Cookie` fields.
struct SessionCookies: Sendable {
    private let cookie: ChunkedCookie
    private let users: UserKeyRule

    init(names: SiteCookies, codec: SealedCookieCodec, users: UserKeyRule) {
        self.users = users
        cookie = ChunkedCookie(
            name: names.session, attributes: CookieAttributes(isOverHTTPS: names.isOverHTTPS), codec: codec)
    }

    /// The session that the cookies carry; `nil` where there is none, or none that opens.
    func session(in cookies: RequestCookies, now: Int64) -> Session? {
        cookie.payload(in: cookies, now: now).flatMap { Session(bytes: $0, users: users) }
    }

    /// The fields that store a session, and take away the chunks that an earlier, longer one left.
    ///
    /// What only pages and hints need is left out, one after the other, until the rest fits.
    func setting(_ session: Session, now: Int64, over cookies: RequestCookies) throws -> [String] {
        var session = session
        while true {
            if let fields = try? cookie.setting(session.bytes, until: session.limit, now: now, over: cookies) {
                return fields
            }
            if session.userInfo != nil {
                session.userInfo = nil
            } else if session.idToken != nil {
                session.idToken = nil
            } else {
                throw PageError(.sessionTooLarge)
            }
        }
    }

    /// The fields that take a session away.
    func expiring(in cookies: RequestCookies) -> [String] {
        cookie.expiring(in: cookies)
    }
}
