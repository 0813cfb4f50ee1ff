import Encodings
import OpenIDConnect
import SealedCookies
import WebSupport

/// Stores each sign-in under way in a separate cookie, so that two tabs can sign in at once.
///
/// There are at most four; with one more the oldest is dropped.
struct AttemptCookies: Sendable {
    /// Maximum number of sign-ins under way in one browser.
    static let limit = 4
    /// The length of the part of the state that names its cookie.
    ///
    /// The rest stays inside.
    private static let tagLength = 12

    private let prefix: String
    private let attributes: CookieAttributes
    private let codec: SealedCookieCodec

    /// - Parameter prefix: The prefix of the cookies' names.
    init(prefix: String, attributes: CookieAttributes, codec: SealedCookieCodec) {
        self.prefix = prefix
        self.attributes = attributes
        self.codec = codec
    }

    /// The sign-in of an authorization response with this state.
    func pending(state: String, in cookies: RequestCookies, now: Int64) -> StoredAttempt? {
        open(name(state), in: cookies, now: now) { ByteEquality.equal($0.attempt.state, state) }
    }

    /// The fields that store a sign-in, and expire those that are too many or don't open.
    ///
    /// - Parameter consumed: The state of an attempt that this one replaces, which makes room for it.
    func setting(
        _ pending: StoredAttempt, replacing consumed: String? = nil, over cookies: RequestCookies, now: Int64
    ) throws(SealingError) -> [String] {
        let name = name(pending.attempt.state)
        let sealed = try codec.seal(pending.bytes, name: name, expires: pending.expires)
        guard let cookie = sealed.first, sealed.count == 1 else { throw SealingError(.tooLarge) }
        // Browsers send their oldest cookies first (RFC 6265, section 5.4): that settles it between two of the same
        // second.
        let replaced = [name, consumed.map(self.name)]
        let others = cookies.names(withPrefix: prefix).filter { !replaced.contains($0) }.enumerated()
            .map { (name: $1, age: (open($1, in: cookies, now: now)?.expires ?? 0, $0)) }
        let staying = others.filter { $0.age.0 > 0 }.sorted { $0.age > $1.age }.prefix(Self.limit - 1).map(\.name)
        let gone = others.map(\.name).filter { !staying.contains($0) }
        return [attributes.setting(name, to: cookie.value, maxAge: StoredAttempt.lifetime)]
            + gone.map(attributes.expiring)
    }

    /// The cookies that open, each with the UNIX seconds at which its sign-in started, in the order of the request.
    func startTimes(in cookies: RequestCookies, now: Int64) -> [(name: String, start: Int64)] {
        cookies.names(withPrefix: prefix).compactMap { name in
            open(name, in: cookies, now: now).map { (name, $0.expires - StoredAttempt.lifetime) }
        }
    }

    /// The field that expires a sign-in.
    func expiring(state: String) -> String {
        expiring(name: name(state))
    }

    /// The field that expires the cookie of a name.
    func expiring(name: String) -> String {
        attributes.expiring(name)
    }

    /// The fields that expire all sign-ins.
    func expiringAll(in cookies: RequestCookies) -> [String] {
        cookies.names(withPrefix: prefix).map(attributes.expiring)
    }

    /// The fields that expire the sign-ins that don't open.
    func expiringUnopened(in cookies: RequestCookies, now: Int64) -> [String] {
        cookies.names(withPrefix: prefix).filter { open($0, in: cookies, now: now) == nil }.map(attributes.expiring)
    }

    private func open(
        _ name: String, in cookies: RequestCookies, now: Int64, if isMeant: (StoredAttempt) -> Bool = { _ in true }
    ) -> StoredAttempt? {
        ChunkedCookie(name: name, attributes: attributes, codec: codec).first(in: cookies, now: now) { bytes in
            StoredAttempt(bytes: bytes).flatMap { isMeant($0) ? $0 : nil }
        }
    }

    /// A state comes from outside, so only characters of real states get into a cookie's name.
    private func name(_ state: String) -> String {
        let tag = state.prefix(Self.tagLength).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
        return "\(prefix)\(tag)"
    }
}
