public import OpenIDConnect

extension AccessTokenVerifier: AccessTokenVerifying {
    /// Verifies a token against the authority's keys and identifies its user.
    public func user(of token: String) async throws(AccessTokenError) -> UserKey {
        let claims: Claims
        do {
            claims = try await verify(token)
        } catch {
            throw error.kind.isProvidersFault
                ? .authorityUnavailable(reason: error.description) : .invalid(reason: error.description)
        }
        guard let user = users.key(of: claims) else { throw .identifiesNoUser }
        return user
    }
}
