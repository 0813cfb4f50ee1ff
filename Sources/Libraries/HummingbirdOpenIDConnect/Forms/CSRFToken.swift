import Crypto
import Encodings
import OpenIDConnect
public import SealedCookies
import SessionStorage

/// Proves that a form came from a page of a session: the first bytes of the session's id and of a digest of the user's
/// key, sealed for each page, and the authority to sign in at again.
struct CSRFToken: Sendable, Equatable {
    /// The length of ``user`` in bytes.
    ///
    /// Few, because the token is in each form of a page, and enough: to pass for another user takes an account whose
    /// subject, which an issuer gives, has the same 48 bits.
    static let userBytes = 6
    /// The number of bytes of the session's id in a token.
    ///
    /// A user can't choose the id of their own session.
    private static let idBytes = 6
    fileprivate static let markBytes = 3

    /// The first bytes of the session's id.
    let id: [UInt8]
    /// The first bytes of SHA-256 over the user's key.
    let user: [UInt8]
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

    /// The token of what ``CSRFTokenSeal`` opened.
    init?(opened bytes: [UInt8], mainAuthority: String) {
        guard bytes.count >= Self.idBytes + Self.userBytes else { return nil }
        id = Array(bytes.prefix(Self.idBytes))
        user = Array(bytes.dropFirst(Self.idBytes).prefix(Self.userBytes))
        let name = bytes.dropFirst(Self.idBytes + Self.userBytes)
        guard name.allSatisfy(\.isOfAuthorityName) else { return nil }
        authority = name.isEmpty ? mainAuthority : String(decoding: name, as: UTF8.self)
    }

    /// Whether the token is of a page of this session, or of the unusable one.
    func belongs(to session: RequestSession) -> Bool {
        (session.current ?? session.unusable).map {
            ByteEquality.equal(id, Self.prefix($0.id)) && isUser(of: $0)
        } ?? false
    }

    /// Whether the token's user is the user of this session.
    func isUser(of session: RequestSession) -> Bool { session.current.map(isUser) ?? false }

    /// Whether the token's user is this session's.
    ///
    /// Pages of an earlier version have the digest of issuer and subject.
    private func isUser(of session: Session) -> Bool {
        user == CSRFToken(session).user
            || user == Self.digest(Array(session.identity.issuer.utf8) + [0] + Array(session.identity.subject.utf8))
    }

    private static func prefix(_ id: SessionID) -> [UInt8] { Array(id.bytes.prefix(idBytes)) }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        SHA256.hash(data: bytes).withUnsafeBytes { Array($0.prefix(userBytes)) }
    }
}

/// Seals the tokens of forms, and opens them.
struct CSRFTokenSeal: Sendable {
    /// How long a token still opens after its session has expired, in seconds: a week, so that text typed into a page
    /// that was left open over a few days off can still be stored.
    private static let afterlife: Int64 = 7 * 86_400

    let codec: SealedCookieCodec
    let purpose: String
    /// The first authority, whose name takes no room, because the token is in each form of a page.
    let mainAuthority: String
    let now: @Sendable () -> Int64

    /// Opens a form's field; `nil` if it isn't a token of this site whose session may still last.
    func open(_ text: String) -> CSRFToken? {
        codec.open(text, purpose: purpose, now: now()).flatMap { CSRFToken(opened: $0, mainAuthority: mainAuthority) }
    }

    /// The field's value for a session that lasts until `end`.
    func seal(_ token: CSRFToken, until end: Int64) throws(SealingError) -> String {
        let name = token.authority == mainAuthority ? [] : Array(token.authority.utf8)
        return try codec.seal(token.id + token.user + name, purpose: purpose, expires: end + Self.afterlife)
    }
}

extension RequestSession {
    /// The token in the forms of this session's page; `nil` if no user is signed in.
    ///
    /// - Returns: The field's value, which proves that a form came from the page. The mark distinguishes the user from
    ///   others on a page: a few letters of a digest, which doesn't reveal the user.
    /// - Throws: `SealingError` of the kind `libraryFailed`.
    public func csrf() throws(SealingError) -> (value: String, userMark: String)? {
        guard let site, let session = current else { return nil }
        let token = CSRFToken(session)
        return (
            try site.csrfTokens.seal(token, until: session.end),
            Base64URL.encode(Array(token.user.prefix(CSRFToken.markBytes)))
        )
    }
}
