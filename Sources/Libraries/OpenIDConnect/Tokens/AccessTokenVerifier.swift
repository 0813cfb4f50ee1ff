public import HTTPTransport
public import PortableFoundation

/// Verifies access tokens for an API: JWTs of one authority, for one audience (RFC 9068; RFC 8725).
///
/// An invalid token throws ``OpenIDConnectError/Kind/invalidAccessToken(_:)``. If the authority is unreachable and its
/// keys are needed, the error's kind ``OpenIDConnectError/Kind/isProvidersFault``, and the token may be valid.
public struct AccessTokenVerifier: Sendable {
    /// Decides who is the same user at the authority.
    public let users: UserKeyRule
    private let provider: Provider
    private let audience: String
    private let policies: [String?]

    /// Creates a verifier with separate metadata and keys.
    ///
    /// - Parameters:
    ///   - authority: The authority whose tokens are accepted.
    ///   - sameUsersAs: Another authority with the same directory, whose users these are: see ``UserKeyRule``.
    ///   - audience: The value that a token's `aud` must contain.
    ///   - policies: The policies whose tokens are accepted; the authority without a policy, if the list has `nil` or
    ///     is empty.
    ///   - transport: Fetches metadata and keys.
    ///   - timeout: Time limit for one outgoing call.
    ///   - now: The time.
    public init(
        authority: Authority, sameUsersAs: Authority? = nil, audience: String, policies: [String?] = [nil],
        transport: any Transport,
        timeout: Duration = .seconds(10),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            provider: Provider(
                authority: authority, call: ProviderCall(transport: transport, timeout: timeout), now: now),
            sameUsersAs: sameUsersAs, audience: audience, policies: policies)
    }

    init(provider: Provider, sameUsersAs: Authority? = nil, audience: String, policies: [String?]) {
        self.provider = provider
        users = UserKeyRule(provider.authority, sameUsersAs: sameUsersAs)
        self.audience = audience
        self.policies = policies.isEmpty ? [nil] : policies
    }

    /// The authority whose tokens are accepted.
    package var authority: Authority { provider.authority }

    /// Whether metadata that has been fetched names an issuer.
    package func isKnown(issuer: String) -> Bool {
        policies.compactMap { provider.metadata(policy: $0).current?.issuer }.contains {
            provider.authority.rule(forIssuer: $0).covers(issuer)
        }
    }

    /// Verifies a token.
    ///
    /// - Returns: Its claims.
    public func verify(_ raw: String) async throws(OpenIDConnectError) -> Claims {
        let token = try SignedToken(raw, for: .accessToken)
        guard let claims = Claims(jsonObject: token.payload) else {
            throw TokenPurpose.accessToken.refusal(.claimsNotJSON)
        }
        do {
            try await verifySignature(of: token, claims)
        } catch {
            guard !error.kind.isProvidersFault, let refusal = claims.entraVersion1Refusal else { throw error }
            throw refusal
        }
        let checks = ClaimChecks(claims: claims, purpose: .accessToken, now: provider.now())
        try checks.audience(holds: audience)
        _ = try checks.expiry()
        try checks.hasStarted()
        guard !claims.has("events") else { throw TokenPurpose.accessToken.refusal(.otherType, "it has events") }
        guard !isIDToken(claims) else { throw TokenPurpose.accessToken.refusal(.isIDToken) }
        guard namesPermissions(claims) else { throw TokenPurpose.accessToken.refusal(.namesNoPermissions) }
        try checkPolicy(claims)
        return claims
    }

    /// Whether the claims are an ID token's, which must not pass if the API's audience is the client's id.
    ///
    /// Only an ID token has hashes of the tokens issued with it (OpenID Connect Core, section 3.1.3.6). An access token
    /// may have a `nonce`, too, but then it names its permissions.
    private func isIDToken(_ claims: Claims) -> Bool {
        if claims.has("at_hash") || claims.has("c_hash") { return true }
        return claims.has("nonce") && !["scp", "scope", "roles"].contains(where: claims.has)
    }

    /// Whether the claims can be an access token's at Microsoft Entra; elsewhere they need not show it.
    ///
    /// Entra's ID tokens come without hashes, and after a refresh without `nonce`. But its access tokens have `scp` if
    /// they are for a user, and else `roles`, which an ID token may have as well, and `azp`, which it never has.
    private func namesPermissions(_ claims: Claims) -> Bool {
        guard provider.authority.isEntra(issuer: claims[string: "iss"] ?? "") else { return true }
        return claims.has("scp") || claims.has("roles") && claims.has("azp")
    }

    /// All policies of a tenant may share issuer and keys, so only these claims name a token's policy.
    private func checkPolicy(_ claims: Claims) throws(OpenIDConnectError) {
        let known = policies.compactMap { $0?.lowercased() }
        guard !known.isEmpty else { return }
        let named = claims[string: "tfp"]?.lowercased() ?? ""
        let context = claims[string: "acr"]?.lowercased() ?? ""
        let isOtherPolicy = claims.has("tfp") && !known.contains(named)
        guard !isOtherPolicy, !context.hasPrefix("b2c_1") || known.contains(context) else {
            throw TokenPurpose.accessToken.refusal(
                .policyNotConfigured, claims.named(isOtherPolicy ? "tfp" : "acr"))
        }
    }

    /// All policies of a tenant may share issuer and keys, or each may have its own, so the first whose keys verify the
    /// token is used.
    private func verifySignature(of token: SignedToken, _ claims: Claims) async throws(OpenIDConnectError) {
        var refusal: OpenIDConnectError?
        for policy in likeliestFirst(claims) {
            do throws(OpenIDConnectError) {
                let metadata = try await provider.metadata(policy: policy).value()
                let issuer = provider.authority.rule(forIssuer: metadata.issuer)
                try ClaimChecks(claims: claims, purpose: .accessToken, now: provider.now()).issuer(by: issuer)
                let keys = PolicyKeys(provider: provider, policy: policy, issuer: issuer)
                _ = try await SignatureCheck(purpose: .accessToken, keys: keys).verify(token)
                return
            } catch {
                // "Not known" outranks "no": another policy's keys, out of reach now, might have verified it.
                if refusal?.kind.isProvidersFault != true { refusal = error }
            }
        }
        throw refusal ?? TokenPurpose.accessToken.refusal(.otherIssuer, claims.named("iss"))
    }

    private func likeliestFirst(_ claims: Claims) -> [String?] {
        let named = (claims[string: "tfp"] ?? claims[string: "acr"])?.lowercased()
        return policies.filter { $0?.lowercased() == named } + policies.filter { $0?.lowercased() != named }
    }
}
