public import FoundationEssentials
public import HTTPTransport

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
    /// The Azure AD B2C policy that issued the token (`tfp`, in old policies `acr`, which at other authorities is the
    /// context class).
    public var policy: String? { claims[string: "tfp"] ?? claims[string: "acr"] }
}
