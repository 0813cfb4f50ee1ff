import Encodings
import FoundationEssentials
import OpenIDConnect
import SessionStorage

/// A session as its cookie has it: what each request needs.
///
/// The tokens that only a refresh, a page of claims or a sign-out needs are in the session's row: ``SessionTokens``.
@dynamicMemberLookup
struct Session: Sendable, Equatable {
    /// Why a session was started, so that a sign-in that doesn't help isn't repeated endlessly.
    enum Cause: UInt8, Sendable {
        case user
        /// The API refused the access token of the session before.
        case refusedAccessToken
        /// The authority required interaction with the user.
        case interaction
        /// Both: the authority required interaction at the sign-in after a refusal.
        case interactionAfterRefusal

        var followsRefusal: Bool { self == .refusedAccessToken || self == .interactionAfterRefusal }
        var followsInteraction: Bool { self == .interaction || self == .interactionAfterRefusal }
    }

    struct Values: Sendable, Equatable {
        let id: SessionID
        /// The name of the authority that the user signed in at.
        let authority: String
        /// The policy that issued the grant; refresh and sign-out go to it.
        let policy: String?
        let identity: Identity
        /// The user, who is the same at all policies.
        let user: UserKey
        /// UNIX seconds at which the user signed in.
        let started: Int64
        /// UNIX seconds at which the session ends at the latest.
        let expires: Int64
        /// The user's name for pages.
        var name: String
        /// UNIX seconds at which the session was last used, to a minute.
        var lastUsed: Int64
        var cause: Cause
        var accessToken: AccessToken
    }

    /// One reference to all of it, because a request copies its session often, and hardly ever changes it.
    private final class Reference: Sendable, Equatable {
        let values: Values
        /// The values in the binary layout, if they came so.
        let bytes: [UInt8]?

        init(_ values: Values, _ bytes: [UInt8]?) {
            self.values = values
            self.bytes = bytes
        }

        static func == (one: Reference, other: Reference) -> Bool { one.values == other.values }
    }

    private let reference: Reference

    private init(_ values: Values, bytes: [UInt8]? = nil) { reference = Reference(values, bytes) }

    init(
        id: SessionID, authority: String, policy: String?, identity: Identity, user: UserKey, name: String,
        started: Int64, expires: Int64, lastUsed: Int64, cause: Cause = .user, accessToken: AccessToken
    ) {
        self.init(
            Values(
                id: id, authority: authority, policy: policy, identity: identity, user: user, started: started,
                expires: expires, name: name, lastUsed: lastUsed, cause: cause, accessToken: accessToken))
    }

    subscript<Value>(dynamicMember path: KeyPath<Values, Value>) -> Value { reference.values[keyPath: path] }

    /// The session with some values changed.
    func with(_ change: (inout Values) -> Void) -> Session {
        var values = reference.values
        change(&values)
        return Session(values)
    }

    /// The session, last used at a time.
    func used(at time: Int64) -> Session {
        var (values, bytes) = (reference.values, reference.bytes)
        values.lastUsed = time
        bytes?.replace(bigEndian: UInt64(Self.offset(time, of: values)), at: Self.lastUse)
        return Session(values, bytes: bytes)
    }

    var expiryDate: Date { Date(seconds: self.expires) }

    /// The session with what its row has.
    func with(_ tokens: SessionTokens) -> Session {
        with {
            $0.name = tokens.name
            $0.accessToken = tokens.accessToken
        }
    }
}

/// An access token and when to refresh it.
struct AccessToken: Sendable, Equatable {
    /// Maximum time before its expiry at which an access token is refreshed, in seconds.
    private static let longestMargin: Int64 = 60

    let text: String
    /// UNIX seconds; `nil` if the authority doesn't say.
    let expires: Int64?
    /// How many seconds before its expiry the token is refreshed: a tenth of its lifetime, so that a short-lived token
    /// isn't refreshed at each request.
    let margin: UInt8

    init(_ text: String, expires: Int64?, margin: UInt8) {
        self.text = text
        self.expires = expires
        self.margin = margin
    }

    init(_ text: String, expires: Date?, now: Int64) {
        let end = expires.map { Int64($0.timeIntervalSince1970) }
        let margin = end.map { UInt8(clamping: min(Self.longestMargin, max(0, $0 - now) / 10)) } ?? 0
        self.init(text, expires: end, margin: margin)
    }

    /// Whether the token has expired, or will so soon that a call might meet its end.
    func isExpiring(at now: Int64) -> Bool { expires.map { $0 - Int64(margin) <= now } ?? false }

    func isExpired(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Session {
    /// The layout's version; a session of another version is ignored.
    private static let layout: UInt8 = 5
    /// Where the layout has ``Values/lastUsed``.
    private static let lastUse = 29..<33

    /// A time as the layout has it: seconds since the sign-in.
    private static func offset(_ time: Int64, of values: Values) -> UInt32 { UInt32(clamping: time - values.started) }

    /// The session in its binary layout.
    var bytes: [UInt8] {
        if let bytes = reference.bytes { return bytes }
        let values = reference.values
        var writer = ByteWriter(capacity: 256 + values.accessToken.text.utf8.count)
        writer.append(Self.layout)
        writer.append(fixed: values.id.bytes)
        writer.append(values.started)
        for time in [values.expires, values.lastUsed] { writer.append(Self.offset(time, of: values)) }
        writer.append(values.cause.rawValue)
        let identity = values.identity
        for text in [values.authority, values.name, identity.issuer, identity.subject] { writer.append(text) }
        writer.append(values.policy)
        writer.append(UInt8(values.user.kind == .objectID ? 1 : 0))
        // Mostly these are the issuer, or start like it, and the subject, which needn't take room twice.
        writer.append(values.user.space, after: identity.issuer)
        writer.append(values.user.value, after: identity.subject)
        writer.append(values.accessToken)
        return writer.bytes
    }

    /// The session of these bytes; `nil` for anything that isn't one from start to end.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.uint8() == Self.layout,
            let id = reader.fixed(SessionID.byteCount).flatMap({ SessionID($0) }),
            let started = reader.int64(), (0...Date.latestSeconds).contains(started),
            let expires = reader.uint32(), let lastUsed = reader.uint32(),
            let cause = reader.uint8().flatMap(Cause.init(rawValue:)),
            let authority = reader.text(), let name = reader.text(), let issuer = reader.text(),
            let subject = reader.text(), let policy = reader.optionalText(),
            let user = reader.userKey(issuer, subject), let accessToken = reader.accessToken(), reader.isAtEnd
        else { return nil }
        self.init(
            Values(
                id: id, authority: authority, policy: policy, identity: Identity(issuer: issuer, subject: subject),
                user: user, started: started, expires: started + Int64(expires), name: name,
                lastUsed: started + Int64(lastUsed), cause: cause, accessToken: accessToken), bytes: bytes)
    }
}

extension ByteWriter {
    /// A text without its common prefix with another one: the length of the prefix, at most 255, and the rest.
    fileprivate mutating func append(_ text: String, after known: String) {
        var count = 0
        for (scalar, other) in zip(text.unicodeScalars, known.unicodeScalars) {
            guard scalar == other, count + UTF8.width(scalar) <= Int(UInt8.max) else { break }
            count += UTF8.width(scalar)
        }
        append(UInt8(count))
        append(String(Substring(text.utf8.dropFirst(count))))
    }

    /// A token; the parts of a JWT decoded, because they are encoded again with the cookie, and would take a third more
    /// room.
    mutating func append(_ token: AccessToken) {
        // Bytes, because a split of the text takes three times as long.
        let parts = Array(token.text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // Three parts are signed (RFC 7515), five encrypted (RFC 7516).
        let decoded = parts.count == 3 || parts.count == 5 ? parts.compactMap { Base64URL.decode($0) } : []
        if decoded.count == parts.count, token.text.utf8.count <= UInt16.max {
            append(UInt8(decoded.count))
            for part in decoded {
                append(UInt16(part.count))
                append(fixed: part)
            }
        } else {
            append(UInt8(0))
            append(token.text)
        }
        append(token.expires ?? -1)
        append(token.margin)
    }
}

extension ByteReader {
    mutating func accessToken() -> AccessToken? {
        guard let text = tokenText(), let expires = int64(), expires >= -1, let margin = uint8()
        else { return nil }
        return AccessToken(text, expires: expires < 0 ? nil : expires, margin: margin)
    }

    private mutating func tokenText() -> String? {
        guard let count = uint8() else { return nil }
        if count == 0 { return text() }
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let length = uint16(), let part = slice(Int(length)) else { return nil }
            parts.append(part)
        }
        return Base64URL.encode(parts, separator: UInt8(ascii: "."))
    }

    fileprivate mutating func userKey(_ issuer: String, _ subject: String) -> UserKey? {
        guard let isObjectID = uint8(), isObjectID <= 1, let space = text(after: issuer),
            let value = text(after: subject)
        else { return nil }
        return UserKey(kind: isObjectID == 1 ? .objectID : .subject, space: space, value: value)
    }

    private mutating func text(after known: String) -> String? {
        guard let count = uint8(), count <= known.utf8.count, let rest = text(),
            let shared = Int(count) == known.utf8.count ? known : String(known.utf8.prefix(Int(count)))
        else { return nil }
        return rest.isEmpty ? shared : shared + rest
    }
}

extension Date {
    /// The end of the year 9999, in UNIX seconds; a `Date` changes later values.
    static let latestSeconds: Int64 = 253_402_300_799

    init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
}
