import HTTPTypes
import PortableFoundation

/// UserInfo.
extension ProviderState {
    mutating func userInfoResponse(_ request: ReceivedRequest) throws -> ProviderResponse {
        if request["access_token"] != nil { note("an access token in a query or form (RFC 6750, section 2)") }
        if case .fault(let fault) = misbehaviour.userInfo, let response = ProviderResponse(fault) { return response }
        guard let token = request.bearer.flatMap({ accessTokens[$0] }), token.expiry > Date() else {
            var response = ProviderResponse.error("invalid_token", status: .unauthorized)
            response.fields[.wwwAuthenticate] = #"Bearer error="invalid_token""#
            return response
        }
        var claims = token.grant.user.allClaims
        switch misbehaviour.userInfo {
        case .otherSubject: claims["sub"] = "somebody-else"
        case .noSubject:
            claims["sub"] = nil
            claims["objectId"] = token.grant.user.objectID.map(JSON.string)
        case .signed, .signedWrongly, .signedForAnother: return try signed(claims, token.grant)
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
