import Encodings
public import PortableFoundation

/// Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6).
///
/// The caller has to check whether `jti` was consumed before.
struct LogoutTokenVerifier {
    /// In bytes; the store has to hold it.
    private static let longestTokenID = 255
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    let keys: PolicyKeys
    let clientID: String
    let users: UserKeyRule
    let now: Date

    func verify(_ raw: String) async throws(OpenIDConnectError) -> LogoutToken {
        let token = try SignedToken(raw, for: .logoutToken)
        _ = try await SignatureCheck(purpose: .logoutToken, keys: keys).verify(token)
        guard let claims = Claims(jsonObject: token.payload) else {
            throw TokenPurpose.logoutToken.refusal(.claimsNotJSON)
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
            throw TokenPurpose.logoutToken.refusal(.noLogoutEvent)
        }
        guard !claims.names.contains("nonce") else {
            throw TokenPurpose.logoutToken.refusal(.hasNonce)
        }
        guard let tokenID = claims.nonEmpty("jti") else { throw TokenPurpose.logoutToken.refusal(.noTokenID) }
        try checkSize(of: tokenID, atMost: Self.longestTokenID, or: .tokenIDTooLarge)
        if let sessionID = claims[string: "sid"] {
            try checkSize(of: sessionID, atMost: ProviderSessionID.longest, or: .sessionIDTooLarge)
        }
        let subject = claims.has("sub") ? try checks.subject(users) : nil
        let sessionID = claims.sessionID
        guard subject != nil || sessionID != nil, claims.has("sid") == (sessionID != nil) else {
            throw TokenPurpose.logoutToken.refusal(.namesNobody)
        }
        return LogoutToken(
            issuer: issuer, subject: subject, sessionID: sessionID, tokenID: tokenID, issuedAt: issuedAt,
            expiry: expiry.addingTimeInterval(ClaimChecks.skew))
    }

    private func checkSize(
        of text: String, atMost limit: Int, or reason: RefusalReason
    ) throws(OpenIDConnectError) {
        let size = text.utf8.count
        guard size > limit else { return }
        throw TokenPurpose.logoutToken.refusal(reason, "\(size) bytes, at most \(limit)")
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
