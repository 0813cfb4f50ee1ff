import Encodings
import HTTPTransport
import HTTPTypes

/// Fetches UserInfo (OpenID Connect Core, section 5.3).
struct UserInfoRequest {
    let endpoint: HTTPURL
    let clientID: String
    let keys: PolicyKeys

    /// - Returns: The claims; `nil` if their subject isn't this one, because they may be another user's (section
    ///   5.3.2).
    func fetch(accessToken: String, subject: String, by call: ProviderCall) async throws(OpenIDConnectError) -> Claims?
    {
        let response = try await call.get(
            endpoint,
            headerFields: [.accept: "application/json, application/jwt", .authorization: "Bearer \(accessToken)"])
        guard response.status.code == 200 else {
            throw OpenIDConnectError(.userInfoStatus, response.statusInWords, at: endpoint)
        }
        let claims = try await claims(in: response)
        guard let found = claims[string: "sub"], ByteEquality.equal(found, subject) else { return nil }
        return claims
    }

    private func claims(in response: TransportResponse) async throws(OpenIDConnectError) -> Claims {
        guard response.headerFields.mediaType == "application/jwt" else {
            return Claims(object: try response.object(or: .userInfoNotJSON, at: endpoint))
        }
        return try await signedClaims(String(decoding: response.body, as: UTF8.self))
    }

    private func signedClaims(_ text: String) async throws(OpenIDConnectError) -> Claims {
        let token = try SignedToken(text, for: .userInfo)
        _ = try await SignatureCheck(purpose: .userInfo, keys: keys).verify(token)
        guard let claims = Claims(jsonObject: token.payload) else {
            throw TokenPurpose.userInfo.refusal(.claimsNotJSON)
        }
        // Both should be present (section 5.3.2); a present one has to be correct.
        if claims.has("iss"), !keys.issuer.covers(claims[string: "iss"] ?? "") {
            throw TokenPurpose.userInfo.refusal(.otherIssuer, claims.named("iss"))
        }
        let checks = ClaimChecks(claims: claims, purpose: .userInfo, now: keys.provider.now())
        if claims.has("aud") { try checks.audience(holds: clientID) }
        // Both are optional, but a present one counts (RFC 7519, sections 4.1.4 and 4.1.5).
        if claims.has("exp") { _ = try checks.expiry() }
        try checks.hasStarted()
        return claims
    }
}
