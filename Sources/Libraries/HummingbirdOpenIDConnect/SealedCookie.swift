public import SealedCookies

/// A sealed cookie of the application, which no user can read or change.
///
/// The cookie outlives sign-out, unless ``SignInOptions/signOutCookies`` has its name.
public struct SealedCookie: Sendable {
    private let cookie: ChunkedCookie
    private let now: @Sendable () -> Int64

    init(_ cookie: ChunkedCookie, now: @escaping @Sendable () -> Int64) {
        self.cookie = cookie
        self.now = now
    }

    /// The cookie's value in the request; `nil` if there is none, it has expired, or it doesn't open.
    public func value(in session: RequestSession) -> [UInt8]? { cookie.payload(in: session.cookies, now: now()) }

    /// Sets the cookie with the response.
    ///
    /// - Parameters:
    ///   - value: The bytes to seal.
    ///   - lifetime: How long the value can be read, in whole seconds.
    ///   - session: The request's session, with whose cookies it is set.
    /// - Throws: `SealingError` if the value is too large.
    public func set(_ value: [UInt8], lifetime: Duration, in session: RequestSession) throws(SealingError) {
        let now = now()
        session.setCookies(
            try cookie.setting(value, until: now + lifetime.components.seconds, now: now, over: session.cookies))
    }

    /// Expires the cookie with the response, if the browser has it.
    public func expire(in session: RequestSession) { session.setCookies(cookie.expiring(in: session.cookies)) }
}

extension WebSignIn {
    /// A sealed cookie of the application.
    ///
    /// - Parameter name: Its plain name, without the prefix `__Host-`, which it gets on a site with `https`.
    public func sealedCookie(_ name: String) -> SealedCookie { SealedCookie(chunkedCookie(name), now: now) }
}
