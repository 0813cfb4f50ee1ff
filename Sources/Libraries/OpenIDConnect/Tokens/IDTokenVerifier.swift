public import HTTPTransport
public import PortableFoundation

/// Verifies ID tokens: form, signature, claims.
struct IDTokenVerifier {
    let keys: PolicyKeys
    let rules: IDTokenRules
    var purpose = TokenPurpose.idToken

    func verify(_ raw: String) async throws(OpenIDConnectError) -> VerifiedIDToken {
        let token = try SignedToken(raw, for: purpose)
        let algorithm = try await SignatureCheck(purpose: purpose, keys: keys).verify(token)
        guard let claims = Claims(jsonObject: token.payload) else { throw purpose.refusal(.claimsNotJSON) }
        let outcome = try rules.check(claims, algorithm)
        return VerifiedIDToken(
            raw: raw, claims: claims, identity: outcome.identity, user: outcome.user, expiry: outcome.expiry)
    }
}

/// An ID token whose signature and claims have been verified (OpenID Connect Core, section 3.1.3.7).
public struct VerifiedIDToken: Sendable, Redacted {
    /// The token as it came.
    public let raw: String
    /// Its claims.
    public let claims: Claims
    /// The issuer and subject of the user.
    public let identity: Identity
    /// The user, who is the same at all policies.
    public let user: UserKey
    /// When it ends.
    public let expiry: Date

    /// The issuer (`iss`).
    public var issuer: String { identity.issuer }
    /// The issuer's identifier of the user (`sub`).
    public var subject: String { identity.subject }
    /// The session at the authority (`sid`), by which the authority can end the local one; `nil` also if it is empty,
    /// longer than 1,024 bytes or has a NUL, because a store can't hold it.
    public var sessionID: String? { claims.sessionID }
    /// UNIX seconds at which the user authenticated (`auth_time`).
    public var authenticated: Int64? { claims.seconds("auth_time").map { Int64($0) } }
    /// The context class of the authentication (`acr`).
    public var contextClass: String? { claims[string: "acr"] }
    /// UNIX seconds at which the user's session has to end at the latest (`session_expiry`; OpenID IPSIE, session
    /// lifecycle), without fractions; `nil` also if it is no number, or after the year 2100.
    ///
    /// A time before 1970 counts as 1970.
    public var sessionExpiry: Int64? {
        guard let seconds = claims[number: "session_expiry"], seconds < Self.endOfCentury else { return nil }
        return Int64(max(0, seconds))
    }
    /// Whether there is a `session_expiry` that is ignored.
    package var hasUnusableSessionExpiry: Bool { claims.has("session_expiry") && sessionExpiry == nil }
    /// The end of the year 2100, in UNIX seconds.
    private static let endOfCentury = 4_133_980_800.0
    /// The Azure AD B2C policy that issued the token (`tfp`, in old policies `acr`, which at other authorities is the
    /// context class).
    public var policy: String? { claims[string: "tfp"] ?? claims[string: "acr"] }
}
