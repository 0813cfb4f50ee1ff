import Encodings
import OpenIDConnect
import PortableFoundation
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

    /// What is known of a device's key that the browser may have registered for the session.
    enum Binding: UInt8, Sendable {
        /// There is none.
        case unbound
        /// The browser may still register one, or has: the session's row says so.
        case offered
        /// There is one, which the browser proves from time to time.
        case bound
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
        /// UNIX seconds at which the session ends at the latest, as its sign-in set it.
        let expires: Int64
        /// UNIX seconds at which it ends at the latest, if a refreshed ID token has brought that forward.
        var sessionExpiry: Int64?
        /// UNIX seconds at which the user authenticated (`auth_time`), if the ID token says so.
        let authenticated: Int64?
        /// The context class of that authentication (`acr`), if the ID token names one that isn't too long.
        let contextClass: String?
        /// The mark of the challenge that the sign-in met.
        let stepUp: StepUpMark?
        /// The user's name for pages.
        var name: String
        /// UNIX seconds at which the session was last used, to a minute.
        var lastUsed: Int64
        var cause: Cause
        var binding: Binding
        var accessToken: AccessToken

        var key: SessionKey { SessionKey(id: id, authority: authority, expires: expires, user: user.text) }
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

    init(_ values: Values, bytes: [UInt8]? = nil) { reference = Reference(values, bytes) }

    init(
        id: SessionID, authority: String, policy: String?, identity: Identity, user: UserKey, name: String,
        started: Int64, expires: Int64, lastUsed: Int64, authenticated: Int64? = nil, contextClass: String? = nil,
        stepUp: StepUpMark? = nil, cause: Cause = .user, binding: Binding = .unbound, accessToken: AccessToken
    ) {
        self.init(
            Values(
                id: id, authority: authority, policy: policy, identity: identity, user: user, started: started,
                expires: expires, sessionExpiry: nil, authenticated: authenticated, contextClass: contextClass,
                stepUp: stepUp, name: name, lastUsed: lastUsed, cause: cause, binding: binding, accessToken: accessToken
            ))
    }

    /// The session in its binary layout.
    var bytes: [UInt8] { reference.bytes ?? Self.bytes(of: reference.values) }

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

    /// UNIX seconds at which its cookie and its forms end.
    var end: Int64 { min(self.expires, self.sessionExpiry ?? .max) }
    var expiryDate: Date { Date(seconds: self.expires) }

    /// The session with what its row has.
    func with(_ tokens: SessionTokens) -> Session {
        with {
            $0.name = tokens.name
            $0.accessToken = tokens.accessToken
            $0.sessionExpiry = tokens.sessionExpiry ?? $0.sessionExpiry
            if tokens.deviceKey != nil { $0.binding = .bound }
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

extension Date {
    /// The end of the year 9999, in UNIX seconds; a `Date` changes later values.
    static let latestSeconds: Int64 = 253_402_300_799

    init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
}
