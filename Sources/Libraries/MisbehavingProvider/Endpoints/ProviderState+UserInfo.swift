import HTTPTypes
import PortableFoundation

/// UserInfo.
extension ProviderState {
    /// The grant of an access token that is still valid.
    func grant(ofAccessToken token: String) -> IssuedGrant? {
        accessTokens[token].flatMap { $0.expiry > now() ? $0.grant : nil }
    }

    mutating func userInfoResponse(_ request: ReceivedRequest) throws -> ProviderResponse {
        if request["access_token"] != nil { note("an access token in a query or form (RFC 6750, section 2)") }
        if case .fault(let fault) = misbehaviour.userInfo, let response = ProviderResponse(fault) { return response }
        guard let grant = request.bearer.flatMap(grant(ofAccessToken:)) else {
            var response = ProviderResponse.error("invalid_token", status: .unauthorized)
            response.fields[.wwwAuthenticate] = #"Bearer error="invalid_token""#
            return response
        }
        var claims = grant.user.allClaims
        switch misbehaviour.userInfo {
        case .otherSubject: claims["sub"] = "somebody-else"
        case .noSubject:
            claims["sub"] = nil
            claims["objectId"] = grant.user.objectID.map(JSON.string)
        case .signed, .signedWrongly, .signedForAnother: return try signed(claims, grant)
        case .fault, nil: break
        }
        return .json(claims)
    }

    private func signed(_ claims: JSONMembers, _ grant: IssuedGrant) throws -> ProviderResponse {
        let audience = misbehaviour.userInfo == .signedForAnother ? "somebody-else" : client.id
        let signature: TokenSignature =
            misbehaviour.userInfo == .signedWrongly ? .damaged(keys.signing) : .honest(keys.signing)
        let issuer = issuer(of: grant)
        let token = try signature.token(claims.with(["iss": .string(issuer), "aud": .string(audience)]))
        return ProviderResponse(.ok, [.contentType: "application/jwt"], body: token)
    }
}
