import SealedCookies
import WebSupport

/// The session in its sealed cookies.
struct SessionCookie: Sendable {
    /// Maximum number of bytes as the browser sends them, so that other cookies have room.
    private static let maximumBytes = 11 * 1024

    let name: String
    let cookie: ChunkedCookie

    /// The `Set-Cookie` fields that store a session.
    ///
    /// - Throws: ``SignInError/Kind/sessionTooLarge``.
    func setting(_ session: Session, now: Int64, over cookies: RequestCookies) throws(SignInError) -> [String] {
        let bytes = session.bytes
        try check(bytes)
        do throws(SealingError) {
            return try cookie.setting(bytes, until: session.end, now: now, over: cookies)
        } catch {
            throw SignInError(.sessionTooLarge, reason: "\(error)")
        }
    }

    /// Checks that the cookies of a session can be stored.
    ///
    /// - Throws: ``SignInError/Kind/sessionTooLarge``.
    func check(_ session: Session) throws(SignInError) { try check(session.bytes) }

    private func check(_ payload: [UInt8]) throws(SignInError) {
        do throws(SealingError) {
            let bytes = try SealedCookieCodec.bytes(ofCookies: name, payload: payload.count)
            guard bytes + "; ".utf8.count < Self.maximumBytes else { throw SealingError(.tooLarge) }
        } catch {
            throw SignInError(.sessionTooLarge, reason: "\(error)")
        }
    }
}
