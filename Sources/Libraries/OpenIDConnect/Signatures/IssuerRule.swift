import Encodings

/// Decides which issuer a token must name: the metadata's, in which `{tenantid}` stands for the token's tenant.
///
/// Only an authority of many tenants has allowed tenants and such a template; any other has one issuer.
struct IssuerRule: Sendable, Equatable {
    /// The metadata's issuer.
    let text: String
    /// The GUIDs of the tenants whose users may sign in, in lower case; empty for an authority of one tenant.
    let allowedTenants: Set<String>

    /// The issuer that a token must name, byte for byte.
    ///
    /// A logout token may leave out `tid`; its issuer then names the tenant.
    ///
    /// - Throws: The purpose's refusal if the token is of no allowed tenant.
    func issuer(of claims: Claims, _ purpose: TokenPurpose) throws(OpenIDConnectError) -> String {
        guard !allowedTenants.isEmpty else { return text }
        guard let tenant = tenant(of: claims), purpose == .logoutToken || claims.has("tid") else {
            throw purpose.refusal(.tenantMissing, claims.named("tid"))
        }
        guard isAllowed(tenant) else {
            throw purpose.refusal(.tenantNotAllowed, tenant)
        }
        return issuer(of: tenant)
    }

    /// Whether tokens may name an issuer.
    func covers(_ issuer: String) -> Bool {
        guard text.contains(MicrosoftAuthority.tenantPlaceholder), !allowedTenants.isEmpty else {
            return ByteEquality.equal(issuer, text)
        }
        return tenant(in: issuer).map(isAllowed) ?? false
    }

    /// Whether a key may verify a token: at an authority of many tenants, one with an `issuer` counts for that issuer
    /// only.
    ///
    /// A key with the metadata's template counts for all, because ``issuer(of:_:)`` checks the token against it. At an
    /// authority of one tenant all keys are that tenant's, and `issuer` is no standard member of a key (RFC 7517), so
    /// it counts for nothing there.
    func allows(_ key: ProviderKey, for token: SignedToken) -> Bool {
        guard !allowedTenants.isEmpty, let issuer = key.issuer, !ByteEquality.equal(issuer, text) else { return true }
        guard let claims = Claims(jsonObject: token.payload), let found = claims[string: "iss"] else { return false }
        let right =
            tenant(of: claims).map { issuer.replacing(MicrosoftAuthority.tenantPlaceholder, with: $0) } ?? issuer
        return ByteEquality.equal(right, found)
    }

    private func tenant(of claims: Claims) -> String? {
        guard claims.has("tid") else { return claims[string: "iss"].flatMap(tenant(in:)) }
        return claims[string: "tid"].flatMap { GUID.isGUID($0) ? $0 : nil }
    }

    /// The GUID that an issuer has in the place of `{tenantid}`.
    private func tenant(in issuer: String) -> String? {
        let candidates = issuer.split(separator: "/").map(String.init).filter(GUID.isGUID)
        return candidates.first { ByteEquality.equal(self.issuer(of: $0), issuer) }
    }

    private func issuer(of tenant: String) -> String {
        text.replacing(MicrosoftAuthority.tenantPlaceholder, with: tenant)
    }
    private func isAllowed(_ tenant: String) -> Bool { allowedTenants.contains(tenant.lowercased()) }
}

extension Authority {
    /// The rule for tokens of the authority whose metadata names this issuer.
    func rule(forIssuer issuer: String) -> IssuerRule { IssuerRule(text: issuer, allowedTenants: allowedTenants) }

    /// Whether the authority's tokens may name an issuer, as far as the settings show: nothing is requested.
    package func mayHave(issuer: String) -> Bool {
        // This runs at each request, and the issuer needn't be parsed.
        if namesPolicies, expectedIssuer == nil, issuer.hasPrefix(base) { return true }
        if accepts(issuer: issuer) { return true }
        guard let template = microsoft?.issuerTemplate else { return false }
        return rule(forIssuer: expectedIssuer ?? template).covers(issuer)
    }
}
