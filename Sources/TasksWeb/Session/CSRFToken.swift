import Crypto
import Encodings
import OpenIDConnect
import SealedCookies
import SessionRegistry

/// What proves that a form came from a page of this session: the session's handle and a digest of who the person is,
/// sealed anew on each page.
struct CSRFToken: Sendable, Equatable {
    private static let purpose = "latchkey csrf"
    /// How long after its session's end a token still opens, in seconds.
    private static let afterlife: Int64 = 86_400
    /// How many bytes ``person`` has.
    ///
    /// Few, because each form of a page has a token. They are enough: to pass for somebody takes an account whose user
    /// key, which is made of what the provider says of it, has the same 48 bits.
    static let personBytes = 6

    /// How many bytes of the session's handle a token has; who has got a token of their own session can't choose them.
    private static let handleBytes = 6
    private static let markBytes = 3

    /// The beginning of the session's handle.
    let handle: [UInt8]
    /// The beginning of SHA-256 over the user's key.
    let person: [UInt8]

    init(_ session: Session) {
        handle = Array(session.handle.bytes.prefix(Self.handleBytes))
        person = Self.digest(Array(session.user.text.utf8))
    }

    /// Opens what a form brought; `nil` for anything that isn't a token of ours whose session may still last.
    init?(opening text: String, codec: SealedCookieCodec, now: Int64) {
        guard let bytes = codec.open(text, purpose: Self.purpose, now: now),
            bytes.count == Self.handleBytes + Self.personBytes
        else {
            return nil
        }
        handle = Array(bytes.prefix(Self.handleBytes))
        person = Array(bytes.dropFirst(Self.handleBytes))
    }

    /// What tells the person, on a page of their own, from others: a few letters of the digest, from which nobody
    /// learns who it is.
    var personMark: String { Base64URL.encode(Array(person.prefix(Self.markBytes))) }

    /// The field's value.
    ///
    /// It opens for a day longer than the session lasts, so that what is typed into an old page can still be kept.
    func sealed(codec: SealedCookieCodec, until end: Int64) throws -> String {
        try codec.seal(handle + person, purpose: Self.purpose, expires: end + Self.afterlife)
    }

    /// Whether the token is of a page of this session.
    func belongs(to session: Session) -> Bool {
        handle == CSRFToken(session).handle && Self.isPerson(person, of: session)
    }

    /// Whether a token's ``person`` is the user of a session.
    ///
    /// A page that was made by an earlier version has the digest of issuer and subject. It stays good for a day after
    /// its session's end.
    static func isPerson(_ person: [UInt8], of session: Session) -> Bool {
        person == CSRFToken(session).person
            || person == digest(Array(session.issuer.utf8) + [0] + Array(session.subject.utf8))
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(personBytes))
    }
}
