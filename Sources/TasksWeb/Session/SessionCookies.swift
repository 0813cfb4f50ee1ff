import HummingbirdOpenIDConnect
import SealedCookies

/// Reads a session from a request's cookies and writes it as `Set-Cookie` fields.
struct SessionCookies: Sendable {
    /// The most bytes of all of a session's cookies, names counted; with more, servers and proxies refuse the request.
    static let maximumBytes = 12 * 1024

    let names: SiteCookies
    let codec: SealedCookieCodec

    /// The session that the cookies carry; `nil` where there is none, or none that opens.
    func session(in cookies: RequestCookies, now: Int64) -> Session? {
        codec.open(name: names.session, now: now) { cookies[$0] }.flatMap { Session(bytes: $0) }
    }

    /// The names of a session's cookies that a request carries, whether or not they open.
    func present(in cookies: RequestCookies) -> [String] {
        let plain = cookies[names.session] == nil ? [] : [names.session]
        return plain
            + cookies.names(withPrefix: "\(names.session).").filter { $0.dropFirst(names.session.count + 1).allSatisfy(\.isNumber) }
    }

    /// The fields that store a session, and take away the chunks that an earlier, longer one left.
    func setting(_ session: Session, now: Int64, over cookies: RequestCookies) throws -> [String] {
        let chunks = try fitting(session)
        let written = Set(chunks.map(\.name))
        return chunks.map { names.setting($0.name, to: $0.value, maxAge: session.end - now) }
            + present(in: cookies).filter { !written.contains($0) }.map(names.expiring)
    }

    /// The fields that take a session away.
    func expiring(in cookies: RequestCookies) -> [String] {
        present(in: cookies).map(names.expiring)
    }

    /// Seals a session; what only pages and hints need is left out, one after the other, until the rest fits.
    private func fitting(_ session: Session) throws -> [SealedChunk] {
        var session = session
        while true {
            if let chunks = try? codec.seal(session.bytes, name: names.session, expires: session.end),
                chunks.reduce(0, { $0 + $1.name.utf8.count + 1 + $1.value.utf8.count }) <= Self.maximumBytes
            {
                return chunks
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
}
