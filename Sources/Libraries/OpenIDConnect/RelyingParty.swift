import Encodings
public import HTTPTransport
import HTTPTypes
public import PortableFoundation
import Synchronization

/// A client of one authority: signs users in by the authorization code flow, refreshes tokens, and signs out (OpenID
/// Connect Core).
///
/// The authority's metadata and keys are cached, and nothing about users is stored. `state`, `nonce` and PKCE by S256
/// are always used; no check can be switched off.
public final class RelyingParty: Sendable {
    /// The registration.
    public let configuration: RelyingPartyConfiguration
    /// Decides who is the same user at the authority.
    public let users: UserKeyRule
    let provider: Provider
    /// When the authority last refused a pushed request that isn't required.
    let pushRefusal = Mutex<Date?>(nil)
    private let credential: Mutex<ClientCredential>

    package var transport: any Transport { provider.call.transport }

    /// A relying party that sends its calls by a transport.
    public init(
        configuration: RelyingPartyConfiguration, transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        users = UserKeyRule(configuration.authority, sameUsersAs: configuration.sameUsersAs)
        credential = Mutex(configuration.clientCredential)
        provider = Provider(
            authority: configuration.authority,
            call: ProviderCall(transport: transport, timeout: configuration.timeout), now: now)
    }

    /// Replaces the credential for later calls, as after the secret was rotated.
    ///
    /// ``ClientCredential/none`` makes the client a public one.
    ///
    /// - Throws: An error if the client couldn't authenticate with it; then the old one stays in use.
    public func replaceCredential(_ credential: ClientCredential) async throws(OpenIDConnectError) {
        _ = try ClientAuthentication(
            clientID: configuration.clientID, credential: credential, chosen: configuration.clientAuthentication,
            offered: nil)
        if let pem = credential.privateKey { _ = try ClientSigningKey(pem: pem, certificate: credential.certificate) }
        self.credential.withLock { $0 = credential }
    }

    // MARK: Signing in

    /// Starts a sign-in (OpenID Connect Core, section 3.1.2; RFC 7636; RFC 9126).
    ///
    /// - Throws: An error if the metadata can't be fetched, a parameter can't be sent, or a request has to be pushed
    ///   and the authority refuses it.
    public func startSignIn(_ request: SignInRequest) async throws(OpenIDConnectError) -> StartedSignIn {
        let metadata = try await metadata(request.policy)
        let builder = AuthorizationRequest(configuration: configuration, request: request)
        let attempt = SignInAttempt(
            state: SecureRandom.text(), nonce: SecureRandom.text(), codeVerifier: SecureRandom.text(),
            policy: request.policy,
            issuer: metadata.issuer, started: provider.now(), maxAge: try builder.maxAge(),
            acrValues: builder.acrValues,
            isACREssential: request.isACREssential)
        let plain = try builder.parameters(attempt, scopes: scopes(metadata))
        let (parameters, refusal) = try await pushed(plain, metadata, policy: request.policy)
        return StartedSignIn(
            url: metadata.authorizationEndpoint.appending(query: parameters), attempt: attempt, refusedPush: refusal)
    }

    /// Finishes a sign-in: checks the response, redeems its code, and verifies the ID token (OpenID Connect Core,
    /// section 3.1.3).
    ///
    /// The caller must delete the stored attempt first, because an attempt can be used once, and should refuse one that
    /// started long ago.
    ///
    /// - Throws: An error of any kind, except the kinds for logout tokens and access tokens.
    public func finish(_ attempt: SignInAttempt, _ response: AuthorizationResponse) async throws(OpenIDConnectError)
        -> Grant
    {
        let check = try AuthorizationResponseCheck(response, to: attempt)
        // An error needs no metadata, so it is reported even if the authority is unreachable now.
        let known =
            response.error == nil
            ? try await metadata(attempt.policy) : provider.metadata(policy: attempt.policy).current
        let issuer = configuration.authority.rule(forIssuer: attempt.issuer)
        let code = try check.code(from: issuer, issuerIsPromised: known?.promisesIssuer ?? false)
        guard let metadata = known, ByteEquality.equal(metadata.issuer, attempt.issuer) else {
            throw OpenIDConnectError(.issuerHasChangedSinceStart, known?.issuer)
        }

        let form = FormBody([
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", configuration.redirectURI),
            ("code_verifier", attempt.codeVerifier),
        ])
        let tokenResponse = try await provider.reach(
            metadata.tokenEndpoint, of: metadata, \.tokenEndpoint, policy: attempt.policy
        ) {
            (_, metadata) async throws(OpenIDConnectError) in
            try await client(metadata).tokens(for: form, secrets: attempt.secrets)
        }
        do throws(OpenIDConnectError) {
            return try await grant(tokenResponse, for: code, attempt, response, issuer)
        } catch {
            var error = error
            error.newRefreshToken = tokenResponse.refreshToken
            error.newAccessToken = tokenResponse.accessToken
            throw error
        }
    }

    /// The grant of a token response, if its ID token verifies.
    private func grant(
        _ tokenResponse: TokenResponse, for code: String, _ attempt: SignInAttempt, _ response: AuthorizationResponse,
        _ issuer: IssuerRule
    ) async throws(OpenIDConnectError) -> Grant {
        guard let raw = tokenResponse.idToken else { throw OpenIDConnectError(.noIDToken) }
        let rules = IDTokenRules(
            issuer: issuer, clientID: configuration.clientID, nonce: .required(attempt.nonce),
            accessToken: tokenResponse.accessToken,
            code: code, policy: attempt.policy, users: users, maxAge: attempt.maxAge, acrValues: attempt.acrValues,
            isACREssential: attempt.isACREssential, now: provider.now())
        let keys = PolicyKeys(provider: provider, policy: attempt.policy, issuer: issuer)
        let idToken = try await IDTokenVerifier(keys: keys, rules: rules).verify(raw)
        // With many tenants the response and the ID token could each name another one.
        if let named = response.issuer, !ByteEquality.equal(named, idToken.issuer) {
            throw OpenIDConnectError(.responseUnlikeIDToken, "iss \(named)")
        }
        let tokens = TokenSet(
            accessToken: tokenResponse.accessToken, refreshToken: tokenResponse.refreshToken,
            expiry: tokenResponse.expiry,
            refreshTokenExpiry: tokenResponse.refreshTokenExpiry, idToken: raw, scope: tokenResponse.scope)
        return Grant(tokens: tokens, idToken: idToken, policy: attempt.policy)
    }

    // MARK: While signed in

    /// Gets new tokens (RFC 6749, section 6; OpenID Connect Core, section 12).
    ///
    /// No scope is sent, so that the granted scopes stay. Only Microsoft Entra gets the sign-in's scopes again: without
    /// `openid` it sends no ID token, and without the API's scope no access token for the API. If the error's kind
    /// ``OpenIDConnectError/Kind/endsSession``, the grant has become useless. Otherwise a valid access token may still
    /// be used. If the authority had issued tokens, ``OpenIDConnectError/newRefreshToken`` is to be revoked or stored.
    ///
    /// - Parameters:
    ///   - refreshToken: The newest refresh token of the grant.
    ///   - policy: The policy that issued the grant.
    ///   - identity: The issuer and subject of the ID token that the grant came with; a refreshed one must have them.
    ///   - user: The user who signed in; a refreshed ID token must be theirs, because `oid` and not `sub` identifies
    ///     some users (``UserKeyRule``).
    ///   - idToken: The grant's ID token so far, if it is known; a `nonce` in a refreshed one must be its, if it
    ///     has one.
    public func refresh(
        _ refreshToken: String, policy: String?, identity: Identity, user: UserKey, replacing idToken: String? = nil
    ) async throws(OpenIDConnectError) -> RefreshedTokens {
        let metadata = try await metadata(policy)
        let issuer = configuration.authority.rule(forIssuer: metadata.issuer)
        // Another authority has taken this one's place in the settings: it must not see the refresh token.
        guard issuer.covers(identity.issuer) else {
            throw OpenIDConnectError(.signInAgain, "the session is another issuer's")
        }
        // Keys are fetched before the request that may consume the refresh token; otherwise a new one could be lost.
        _ = try await provider.reach(metadata.keysURL, of: metadata, \.keysURL, policy: policy) {
            (url, _) async throws(OpenIDConnectError) in
            try await provider.keys(at: url).value()
        }
        let keys = PolicyKeys(provider: provider, policy: policy, issuer: issuer)
        var form = FormBody([("grant_type", "refresh_token"), ("refresh_token", refreshToken)])
        if configuration.authority.isEntra(issuer: metadata.issuer) {
            form.append("scope", scopes(metadata).joined(separator: " "))
        }
        let tokenResponse = try await provider.reach(
            metadata.tokenEndpoint, of: metadata, \.tokenEndpoint, policy: policy
        ) {
            (_, metadata) async throws(OpenIDConnectError) in
            try await client(metadata).tokens(for: form)
        }
        var refreshed: VerifiedIDToken?
        if let raw = tokenResponse.idToken {
            let nonce = idToken.flatMap(Claims.unverified(ofJWT:))?[string: "nonce"]
            let rules = IDTokenRules(
                issuer: issuer, clientID: configuration.clientID, nonce: .unchanged(nonce),
                accessToken: tokenResponse.accessToken,
                policy: policy, users: users, now: provider.now())
            do throws(OpenIDConnectError) {
                let verifier = IDTokenVerifier(keys: keys, rules: rules, purpose: .refreshedIDToken)
                let verified = try await verifier.verify(raw)
                guard ByteEquality.equal(verified.issuer, identity.issuer),
                    ByteEquality.equal(verified.subject, identity.subject)
                else { throw TokenPurpose.refreshedIDToken.refusal(.otherIdentity) }
                guard verified.user == user else { throw TokenPurpose.refreshedIDToken.refusal(.otherUser) }
                refreshed = verified
            } catch {
                var error = error
                error.newRefreshToken = tokenResponse.refreshToken
                throw error
            }
        }
        return RefreshedTokens(
            accessToken: tokenResponse.accessToken, refreshToken: tokenResponse.refreshToken ?? refreshToken,
            expiry: tokenResponse.expiry,
            refreshTokenExpiry: tokenResponse.refreshTokenExpiry, isRefreshTokenNew: tokenResponse.refreshToken != nil,
            idToken: refreshed)
    }

    /// Fetches UserInfo (OpenID Connect Core, section 5.3).
    ///
    /// - Returns: The claims of the subject; `nil` if the authority has no UserInfo, or its response names another
    ///   subject or none.
    /// - Throws: ``OpenIDConnectError/Kind/invalidProviderResponse`` if the access token is refused or the response has
    ///   no claims; an error if the authority is unreachable.
    public func userInfo(accessToken: String, subject: String, policy: String?) async throws(OpenIDConnectError)
        -> Claims?
    {
        let metadata = try await metadata(policy)
        guard let endpoint = metadata.userInfoEndpoint else { return nil }
        return try await provider.reach(endpoint, of: metadata, \.userInfoEndpoint, policy: policy) {
            (endpoint, metadata) async throws(OpenIDConnectError) in
            let request = UserInfoRequest(
                endpoint: endpoint, clientID: configuration.clientID,
                keys: PolicyKeys(
                    provider: provider, policy: policy,
                    issuer: configuration.authority.rule(forIssuer: metadata.issuer)))
            return try await request.fetch(accessToken: accessToken, subject: subject, by: provider.call)
        }
    }

    func metadata(_ policy: String?) async throws(OpenIDConnectError) -> ProviderMetadata {
        try await provider.metadata(policy: policy).value()
    }

    private func scopes(_ metadata: ProviderMetadata) -> [String] {
        ScopeRule(
            configured: configuration.scopes, clientID: configuration.clientID,
            usesPolicies: configuration.authority.usesPolicies, published: metadata.scopes
        ).scopes
    }

    func client(_ metadata: ProviderMetadata) throws(OpenIDConnectError) -> ClientConnection {
        try ClientConnection(configuration, credential.withLock { $0 }, provider, metadata)
    }
}
