import Crypto
import Encodings
import HTTPTransport
import HTTPTypes
import PortableFoundation

/// The token endpoint.
extension ProviderState {
    /// The change for this request, which decides how long it waits.
    func tokenResponseChange(_ request: ReceivedRequest) -> TokenResponseChange? {
        request.form[single: "grant_type"] == "refresh_token" ? misbehaviour.refresh : misbehaviour.code
    }

    mutating func tokenResponse(_ request: ReceivedRequest) throws -> ProviderResponse {
        guard authenticatedClient(request) != nil else { return .error("invalid_client", status: .unauthorized) }
        let change = tokenResponseChange(request)
        if case .fault(let fault) = change, let response = ProviderResponse(fault) { return response }
        switch change {
        case .error(let error, let description): return .error(error, description)
        case .refusal(let object): return .json(object, status: .badRequest)
        case .echo(let error): return .error(error, Self.echo(of: request))
        case .busy(let status, let pause):
            var response = ProviderResponse.html("<h1>Too much to do</h1>", status: .init(code: status))
            response.fields[.retryAfter] = pause
            return response
        default: break
        }
        let response =
            switch request.form[single: "grant_type"] {
            case "authorization_code": try codeResponse(request)
            case "refresh_token": try refreshResponse(request)
            default: ProviderResponse.error("unsupported_grant_type")
            }
        return change == .lost ? .dropped : response
    }

    private static func echo(of request: ReceivedRequest) -> String {
        let values = request.form.fields.map(\.value) + [request.headerFields[.authorization] ?? ""]
        return values.flatMap { [$0, FormBody.encode($0), $0.uppercased()] }.joined(separator: " ")
    }

    private mutating func codeResponse(_ request: ReceivedRequest) throws -> ProviderResponse {
        let name = request.form[single: "code"] ?? ""
        guard var code = codes[name], now().timeIntervalSince(code.issued) < IssuedCode.lifetime else {
            return .error("invalid_grant", "There is no such code.")
        }
        guard !code.isUsed else {
            note("authorization code used twice (RFC 6749, section 4.1.2)")
            return .error("invalid_grant", "The code was used before.")
        }
        code.isUsed = true
        codes[name] = code
        if let refusal = policyRefusal(code.grant, request) { return refusal }
        guard request.form[single: "redirect_uri"] == code.redirectURI else {
            note("redirect_uri differs from that of the authorization request (RFC 6749, section 4.1.3)")
            return .error("invalid_grant")
        }
        let verifier = request.form[single: "code_verifier"] ?? ""
        guard (43...128).contains(verifier.utf8.count),
            code.challenge == Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
        else {
            note("code_verifier does not fit the challenge (RFC 7636, section 4.6)")
            return .error("invalid_grant")
        }
        return try tokens(for: code.grant, misbehaviour.code, .code(name))
    }

    private mutating func refreshResponse(_ request: ReceivedRequest) throws -> ProviderResponse {
        let name = request.form[single: "refresh_token"] ?? ""
        guard let token = refreshTokens[name], !token.isRevoked else {
            return .error("invalid_grant", "There is no such refresh token.")
        }
        guard requestedScopes(request).isSubset(of: token.grant.scopes) else {
            note("a refresh asks for more scopes than were granted (RFC 6749, section 6)")
            return .error("invalid_scope")
        }
        guard !token.isUsed else {
            note("refresh token used twice (RFC 9700, section 4.14.2)")
            revoke(session: token.grant.session)
            return .error("invalid_grant", "The refresh token was used before.")
        }
        if let refusal = policyRefusal(token.grant, request) { return refusal }
        if misbehaviour.refresh != .noRefreshToken { refreshTokens[name]?.isUsed = true }
        let change = misbehaviour.refresh
        let brings = !misbehaviour.refreshesIDTokenOnRequest || requestedScopes(request).contains("openid")
        return try tokens(for: token.grant, change ?? (brings ? nil : .noIDToken), .refresh)
    }

    private func requestedScopes(_ request: ReceivedRequest) -> Set<String> {
        Set((request.form[single: "scope"] ?? "").split(separator: " ").map(String.init))
    }

    /// A grant is good at the policy that issued it and nowhere else.
    private mutating func policyRefusal(_ grant: IssuedGrant, _ request: ReceivedRequest) -> ProviderResponse? {
        guard grant.policy?.lowercased() != request.policy?.lowercased() else { return nil }
        note("a grant of \(grant.policy ?? "no policy") at \(request.policy ?? "no policy")")
        return .error("invalid_grant", AzureErrorText.description(90088))
    }

    mutating func revoke(session: String) {
        for (name, token) in refreshTokens where token.grant.session == session {
            refreshTokens[name]?.isRevoked = true
        }
    }

    private mutating func tokens(for grant: IssuedGrant, _ change: TokenResponseChange?, _ origin: IDTokenWriter.Origin)
        throws
        -> ProviderResponse
    {
        if misbehaviour.rotatesKeysBeforeSigning { try keys.rotate() }
        let isRefresh = origin == .refresh
        let lifetime = isRefresh ? misbehaviour.refreshedAccessTokenLifetime : misbehaviour.accessTokenLifetime
        let access = try accessToken(for: grant, lifetime: lifetime)
        let writer = IDTokenWriter(
            grant: grant, issuer: issuer(of: grant), client: client, keys: keys,
            accessToken: access,
            origin: origin,
            user: isRefresh ? misbehaviour.refreshedUser ?? grant.user : grant.user,
            sessionExpiry: isRefresh ? misbehaviour.refreshedSessionExpiry : misbehaviour.sessionExpiry,
            now: Int(now().timeIntervalSince1970),
            claims: misbehaviour.claims,
            header: tokenHeader)
        let idToken = try writer.token(isRefresh ? misbehaviour.refreshedIDToken : misbehaviour.idToken)
        idTokens.append(idToken)

        var response: JSONMembers = [
            "token_type": "Bearer", "expires_in": .int(lifetime),
            "scope": .string(grant.scopes.sorted().joined(separator: " ")),
        ]
        // Azure AD B2C gives no access token unless a scope names an API.
        if grant.policy == nil || !grant.scopes.isSubset(of: ["openid", "profile", "offline_access"]) {
            response["access_token"] = .string(access)
        }
        if grant.scopes.contains("offline_access"), change != .noRefreshToken {
            response["refresh_token"] = .string(newRefreshToken(grant))
        }
        response["id_token"] = .string(idToken)
        switch change {
        case .otherTokenType: response["token_type"] = "mac"
        case .noTokenType: response["token_type"] = nil
        case .lowerCaseTokenType: response["token_type"] = "bearer"
        case .noIDToken: response["id_token"] = nil
        case .noAccessToken: response["access_token"] = nil
        case .oddAccessToken: response["access_token"] = "abc\r\nX-Injected: yes"
        case .lifetimeAsText: response["expires_in"] = .string("\(lifetime)")
        case .noLifetime: response["expires_in"] = nil
        default: break
        }
        return .json(response)
    }

    /// The changes to the header of every token.
    private var tokenHeader: JSONMembers { misbehaviour.keys == .withoutNames ? ["kid": .null] : [:] }

    private mutating func newRefreshToken(_ grant: IssuedGrant) -> String {
        let token = random("refresh")
        refreshTokens[token] = IssuedRefreshToken(grant: grant)
        return token
    }

    /// An access token for the client's API, like Azure AD B2C's.
    private mutating func accessToken(for grant: IssuedGrant, lifetime: Int) throws -> String {
        let now = now()
        let seconds = Int(now.timeIntervalSince1970)
        let token: String
        if let length = misbehaviour.opaqueAccessTokenLength {
            token = random("opaque", length: length)
        } else {
            var claims: JSONMembers = [
                "iss": .string(issuer(of: grant)), "sub": .string(grant.user.subject),
                "aud": .string(client.id),
                "azp": .string(client.id), "scp": "tasks", "iat": .int(seconds), "nbf": .int(seconds),
                "exp": .int(seconds + lifetime),
                "jti": .string(random("jti", length: 16)), "ver": "1.0",
            ]
            claims["oid"] = grant.user.objectID.map(JSON.string)
            claims["tfp"] = grant.policy.map(JSON.string)
            claims["tid"] = grant.user.claims["tid"]
            claims = claims.with(grant.authentication.accessTokenClaims).with(misbehaviour.accessTokenClaims)
            token = try TokenSignature.honest(keys.signing).token(claims, header: tokenHeader)
        }
        accessTokens[token] = IssuedAccessToken(grant: grant, expiry: now.addingTimeInterval(Double(lifetime)))
        return token
    }
}
