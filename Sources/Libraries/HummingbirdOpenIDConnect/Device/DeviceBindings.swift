import PortableFoundation
import SealedCookies
import SessionStorage
import WebSupport

/// Binds sessions to the device of their browser (W3C Device Bound Session Credentials).
struct DeviceBindings: Sendable {
    /// How long after a sign-in a session counts as its browser's although nothing shows it, in seconds: as long as the
    /// browser may register a key.
    static let window = DeviceChallenge.Use.registration.lifetime
    /// How much later a session without a key is known to get none, in seconds: a challenge may be made a second after
    /// its session, and the clock of the replica that checks it may be a second behind.
    static let margin: Int64 = 2
    /// How long the cookie of a proof lasts, in seconds.
    private static let cookieLifetime: Int64 = 600
    /// How long the cookie still opens after the browser has dropped it, in seconds, for requests under way.
    private static let grace: Int64 = 30

    /// Whether sessions are refused without the cookie.
    let isRequired: Bool
    let cookieName: String
    let cookie: ChunkedCookie
    let seals: DeviceSeals
    /// The path at which a browser registers a key.
    let path: String
    /// The path at which it proves that key.
    let refreshPath: String

    /// The `Set-Cookie` fields of a proof.
    func setting(for id: SessionID, now: Int64, over cookies: RequestCookies) throws(SealingError) -> [String] {
        try cookie.setting(
            id.bytes, until: now + Self.cookieLifetime + Self.grace, now: now + Self.grace, over: cookies)
    }

    /// Whether a request has the cookie of a session's proof.
    @inline(never)  // frame
    func isProven(_ id: SessionID, in cookies: RequestCookies, now: Int64) -> Bool {
        cookie.first(in: cookies, now: now) { SessionID($0) == id ? true : nil } ?? false
    }

    /// The field `Secure-Session-Registration` with which a browser may register a key for a new session.
    func registration(for session: SessionKey, now: Int64) throws(SealingError) -> String {
        let challenge = try seals.challenge(.registration, for: session, now: now)
        return "(ES256);path=\"\(path)\";challenge=\"\(challenge)\""
    }
}
