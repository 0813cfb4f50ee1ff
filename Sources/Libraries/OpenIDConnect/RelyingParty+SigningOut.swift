import Encodings
public import HTTPTransport
import HTTPTypes
import PortableFoundation

extension RelyingParty {
    /// The address that signs the browser out at the authority (OpenID Connect RP-Initiated Logout 1.0, section 2).
    ///
    /// An expired hint should do no harm, but Azure AD B2C refuses it with an error page from which no user returns
    /// (AADB2C90208). So with policies the token isn't sent then, and also if the hints are too long for a URL.
    ///
    /// - Returns: `nil` if the authority has no end session endpoint.
    /// - Throws: An error if the metadata was never fetched and can't be now.
    public func signOutURL(
        idTokenHint: String?, policy: String?, postLogoutRedirectURI: String, state: String?
    ) async throws(OpenIDConnectError) -> HTTPURL? {
        let metadata = try await metadata(policy)
        guard let endpoint = metadata.endSessionEndpoint else { return nil }
        func url(_ idTokenHint: String?, _ logoutHint: String?) -> HTTPURL {
            var form = FormBody()
            form.append("id_token_hint", idTokenHint)
            form.append("client_id", configuration.clientID)
            form.append("logout_hint", logoutHint)
            form.append("post_logout_redirect_uri", postLogoutRedirectURI)
            // Amazon Cognito's name for it, without which it shows an error page.
            if metadata.isAmazonCognitos { form.append("logout_uri", postLogoutRedirectURI) }
            form.append("state", state)
            return endpoint.appending(query: form)
        }
        // Entra ends the session of this user without a question; the claim is the token's own hint for it.
        let logoutHint = idTokenHint.flatMap(Claims.unverified(ofJWT:))?.nonEmpty("login_hint")
        let usableHint = idTokenHint.flatMap { isUsable(hint: $0) ? $0 : nil }
        return [url(usableHint, logoutHint), url(nil, logoutHint)]
            .first { $0.description.utf8.count <= Self.longestSignOutURL } ?? url(nil, nil)
    }

    /// In bytes; servers refuse longer ones, with a page from which no user returns.
    private static var longestSignOutURL: Int { 8000 }

    /// Revokes a refresh token, if the authority has a revocation endpoint (RFC 7009).
    ///
    /// - Throws: An error if the authority refused or was unreachable. The token then stays valid until it expires; the
    ///   local session ends regardless.
    public func revoke(refreshToken: String, policy: String?) async throws(OpenIDConnectError) {
        try await revoke(refreshToken, hint: "refresh_token", policy: policy)
    }

    /// Revokes an access token, if the authority has a revocation endpoint (RFC 7009).
    ///
    /// Use this for a grant without a refresh token. Revoking a refresh token takes the access tokens along.
    ///
    /// - Throws: An error if the authority refused or was unreachable. The token then stays valid until it expires; the
    ///   local session ends regardless.
    public func revoke(accessToken: String, policy: String?) async throws(OpenIDConnectError) {
        try await revoke(accessToken, hint: "access_token", policy: policy)
    }

    private func revoke(_ token: String, hint: String, policy: String?) async throws(OpenIDConnectError) {
        let metadata = try await metadata(policy)
        guard let endpoint = metadata.revocationEndpoint else { return }
        let form = FormBody([("token", token), ("token_type_hint", hint)])
        let response = try await provider.reach(endpoint, of: metadata, \.revocationEndpoint, policy: policy) {
            (endpoint, metadata) async throws(OpenIDConnectError) in
            var secrets = ExchangeSecrets()
            return try await client(metadata).post(form, to: endpoint, secrets: &secrets)
        }
        // Not every kind of token can be revoked everywhere (section 2.2.1), which counts as if revocation weren't
        // offered.
        guard response.object?["error"]?.string != "unsupported_token_type" else { return }
        guard response.status.kind == .successful else {
            throw OpenIDConnectError(.revocationStatus, response.statusInWords, at: endpoint)
        }
    }

    /// Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
    ///
    /// - Parameters:
    ///   - token: The `logout_token` that the authority posted.
    ///   - policies: The policies whose sessions there may be.
    /// - Throws: ``OpenIDConnectError/Kind/invalidLogoutToken``; an error of
    ///   ``OpenIDConnectError/Kind/isProvidersFault`` if the keys can't be fetched now, which tells nothing about the
    ///   token.
    public func verifyLogoutToken(_ token: String, policies: [String?] = [nil]) async throws(OpenIDConnectError)
        -> LogoutToken
    {
        let claims = Claims.unverified(ofJWT: token)
        var refusal: OpenIDConnectError?
        let issuer = claims?[string: "iss"] ?? ""
        // Another authority's token needs no request to this one, which may be unreachable.
        for policy in policies where configuration.authority.mayHave(issuer: issuer) {
            do {
                let metadata = try await metadata(policy)
                let issuer = configuration.authority.rule(forIssuer: metadata.issuer)
                let verifier = LogoutTokenVerifier(
                    keys: PolicyKeys(provider: provider, policy: policy, issuer: issuer),
                    clientID: configuration.clientID, users: users, now: provider.now())
                return try await verifier.verify(token)
            } catch {
                if refusal?.kind.isProvidersFault != true { refusal = error }
            }
        }
        throw refusal ?? TokenPurpose.logoutToken.refusal(.otherIssuer, claims?.named("iss"))
    }

    private func isUsable(hint: String) -> Bool {
        guard configuration.authority.usesPolicies, let end = Claims.unverified(ofJWT: hint)?.seconds("exp") else {
            return true
        }
        return provider.now().timeIntervalSince1970 < end
    }
}
