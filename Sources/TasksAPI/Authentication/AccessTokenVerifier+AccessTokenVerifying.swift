public import OpenIDConnect

extension AccessTokenVerifier: AccessTokenVerifying {
    /// Verifies a token against the authority's keys and picks the claims that say whose it is.
    public func verify(_ token: String) async throws(AccessTokenRefusal) -> AccessTokenClaims {
        let claims: Claims
        do {
            claims = try await verify(token) as Claims
        } catch {
            throw error.kind.isProvidersFault ? .authorityUnavailable(reason: error.description) : .invalid(reason: error.description)
        }
        return AccessTokenClaims(subject: claims[string: "sub"], objectID: claims[string: "oid"])
    }
}
