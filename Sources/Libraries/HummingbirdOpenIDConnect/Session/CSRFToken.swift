import Crypto
import Encodings
import OpenIDConnect
package import SealedCookies
import SessionStorage

/// Proves that a form came from a page of a session: the first bytes of the session's id and of a digest of the user's
/// key, sealed for each page, and the authority to sign in at again.
package struct CSRFToken: Sendable, Equatable {
    /// How long a token still opens after its session has expired, in seconds.
    private static let afterlife: Int64 = 86_400
    /// The length of ``user`` in bytes.
    ///
    /// Few, because the token is in each form of a page, and enough: to pass for another user takes an account whose
    /// subject, which an issuer gives, has the same 48 bits.
    static let userBytes = 6
    /// The number of bytes of the session's id in a token; a user can't choose those of their own session.
    private static let idBytes = 6
    fileprivate static let markBytes = 3

    /// The first bytes of the session's id.
    package let id: [UInt8]
    /// The first bytes of SHA-256 over the user's key.
    package let user: [UInt8]
    /// The name of the session's authority.
    let authority: String

    init(_ session: Session) {
        id = Self.prefix(session.id)
        user = Self.digest(Array(session.user.text.utf8))
        authority = session.authority
    }

    /// Only a user's digest, as a pending form has it.
    init(user: [UInt8]) {
        (id, authority) = ([], "")
        self.user = user
    }

    /// Opens a form's field; `nil` if it isn't a token of this site whose session may still last.
    package init?(opening text: String, at site: WebSignIn) {
        guard let bytes = site.codec.open(text, purpose: site.purpose("csrf"), now: site.now()),
            bytes.count >= Self.idBytes + Self.userBytes
        else { return nil }
        id = Array(bytes.prefix(Self.idBytes))
        user = Array(bytes.dropFirst(Self.idBytes).prefix(Self.userBytes))
        let name = bytes.dropFirst(Self.idBytes + Self.userBytes)
        guard name.allSatisfy(\.isOfAuthorityName) else { return nil }
        authority = name.isEmpty ? site.mainName : String(decoding: name, as: UTF8.self)
    }

    /// Whether the token is of a page of this session, or of the unusable one.
    package func belongs(to session: RequestSession) -> Bool {
        (session.current ?? session.unusable).map {
            ConstantTime.equal(id, Self.prefix($0.id)) && isUser(of: $0)
        } ?? false
    }

    /// Whether the token's user is the user of this session.
    package func isUser(of session: RequestSession) -> Bool { session.current.map(isUser) ?? false }

    /// Whether the token's user is this session's.
    ///
    /// Pages of an earlier version have the digest of issuer and subject. They are accepted for a day after their
    /// session's end.
    private func isUser(of session: Session) -> Bool {
        user == CSRFToken(session).user
            || user == Self.digest(Array(session.identity.issuer.utf8) + [0] + Array(session.identity.subject.utf8))
    }

    /// The field's value.
    ///
    /// It opens for a day longer than the session lasts, so that text typed into an old page can still be stored.
    fileprivate func sealed(at site: WebSignIn, until end: Int64) throws(SealingError) -> String {
        // The first authority's name takes no room, because the token is in each form of a page.
        let name = authority == site.mainName ? [] : Array(authority.utf8)
        return try site.codec.seal(id + user + name, purpose: site.purpose("csrf"), expires: end + Self.afterlife)
    }

    private static func prefix(_ id: SessionID) -> [UInt8] { Array(id.bytes.prefix(idBytes)) }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        SHA256.hash(data: bytes).withUnsafeBytes { Array($0.prefix(userBytes)) }
    }
}

extension RequestSession {
    /// The token in the forms of this session's page; `nil` if no user is signed in.
    ///
    /// - Returns: The field's value, which proves that a form came from the page. The mark distinguishes the user from
    ///   others on a page: a few letters of a digest, which doesn't reveal the user.
    package func csrf() throws(SealingError) -> (value: String, userMark: String)? {
        guard let site, let session = current else { return nil }
        let token = CSRFToken(session)
        return (
            try token.sealed(at: site, until: session.expires),
            Base64URL.encode(Array(token.user.prefix(CSRFToken.markBytes)))
        )
    }
}

extension WebSignIn {
    /// The purpose of a sealed text that is no cookie.
    func purpose(_ use: String) -> String { "\(options.cookieName) \(use)" }
}
