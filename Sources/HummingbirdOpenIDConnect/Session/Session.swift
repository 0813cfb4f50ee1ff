import Encodings
import FoundationEssentials
import OpenIDConnect
import SealedCookies

/// A person's session, as its cookie carries it.
struct Session: Sendable, Equatable {
    /// How long before its end an access token counts as ended, in seconds.
    static let margin: Int64 = 60
    static let identifierBytes = 16

    /// Drawn anew at each sign-in, so that nobody's session can be fixed beforehand.
    let identifier: [UInt8]
    /// The ID token's `iss`.
    let issuer: String
    /// The ID token's `sub`.
    let subject: String
    /// The policy that issued the grant; refresh and sign-out go to it.
    let policy: String?
    /// UNIX seconds at which the session ends at the latest.
    let end: Int64
    /// UNIX seconds at which the session was last used, to a minute.
    var lastUsed: Int64
    /// The ID token as it came.
    var idToken: String
    var accessToken: String
    /// UNIX seconds at which the access token ends; `nil` where the authority didn't say.
    var accessTokenExpiry: Int64?
    var refreshToken: String?

    /// Whether the access token is over, or so soon that a call might meet its end.
    func isExpiring(at now: Int64) -> Bool { accessTokenExpiry.map { $0 - Self.margin <= now } ?? false }

    /// Whether the access token is over.
    func isExpired(at now: Int64) -> Bool { accessTokenExpiry.map { $0 <= now } ?? false }

    /// The session with what a refresh brought.
    func with(_ tokens: RefreshedTokens) -> Session {
        var next = self
        next.accessToken = tokens.accessToken
        next.accessTokenExpiry = tokens.expiry.map { Int64($0.timeIntervalSince1970) }
        next.refreshToken = tokens.refreshToken
        if let idToken = tokens.idToken { next.idToken = idToken.raw }
        return next
    }
}

extension Session {
    /// The session that a sign-in begins.
    init(_ grant: Grant, now: Int64, lifetime: Int64) {
        self.init(
            identifier: SecureRandom.bytes(Self.identifierBytes), issuer: grant.identity.issuer,
            subject: grant.identity.subject,
            policy: grant.policy, end: now + lifetime, lastUsed: now, idToken: grant.tokens.idToken,
            accessToken: grant.tokens.accessToken,
            accessTokenExpiry: grant.tokens.expiry.map { Int64($0.timeIntervalSince1970) },
            refreshToken: grant.tokens.refreshToken)
    }
}
