import Encodings
public import FoundationEssentials

/// Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6).
///
/// The caller has to check whether `jti` was consumed before.
struct LogoutTokenVerifier {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    let keys: PolicyKeys
    let clientID: String
    let users: UserKeyRule
    let now: Date

    func verify(_ raw: String) async throws(OpenIDConnectError) -> LogoutToken {
        guard let token = SignedToken(parsing: raw) else {
            throw TokenPurpose.logoutToken.refusal("it is no signed token")
        }
        _ = try await SignatureCheck(purpose: .logoutToken, keys: keys).verify(token)
        guard let claims = Claims(jsonObject: token.payload) else {
            throw TokenPurpose.logoutToken.refusal("its claims are no JSON object")
        }
        return try check(claims)
    }

    func check(_ claims: Claims) throws(OpenIDConnectError) -> LogoutToken {
        let checks = ClaimChecks(claims: claims, purpose: .logoutToken, now: now)
        let issuer = try checks.issuer(by: keys.issuer)
        try checks.audience(holds: clientID)
        let expiry = try checks.expiry()
        try checks.hasStarted()
        let issuedAt = try checks.issuedAt()
        guard claims.object["events"]?.object?[Self.event]?.object != nil else {
            throw TokenPurpose.logoutToken.refusal("it has no logout event")
        }
        guard !claims.names.contains("nonce") else {
            throw TokenPurpose.logoutToken.refusal("it has a nonce, as only ID tokens do")
        }
        guard let tokenID = claims[string: "jti"], (1...255).contains(tokenID.utf8.count) else {
            throw TokenPurpose.logoutToken.refusal("it has no name of its own")
        }
        let subject = claims.has("sub") ? try checks.subject(users) : nil
        let sessionID = claims.sessionID
        guard subject != nil || sessionID != nil, claims.has("sid") == (sessionID != nil) else {
            throw TokenPurpose.logoutToken.refusal("it names neither a person nor a session")
        }
        return LogoutToken(
            issuer: issuer, subject: subject, sessionID: sessionID, tokenID: tokenID, issuedAt: issuedAt,
            expiry: expiry.addingTimeInterval(ClaimChecks.skew))
    }
}

/// A verified logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
///
/// Store its ``tokenID`` until ``expiry``, and refuse the token if it is sent again.
public struct LogoutToken: Sendable, Equatable {
    /// The issuer (`iss`).
    public let issuer: String
    /// The user whose sessions end (`sub`); `nil` if the token names a session only.
    public let subject: String?
    /// The session that ends (`sid`); `nil` if all of the user's sessions end.
    public let sessionID: String?
    /// The token's own name (`jti`).
    public let tokenID: String
    /// When it was issued (`iat`).
    public let issuedAt: Date
    /// When it ends (`exp`), with the clock skew that is allowed for.
    public let expiry: Date
}
