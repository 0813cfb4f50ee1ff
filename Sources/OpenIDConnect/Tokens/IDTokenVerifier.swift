/// Verifies ID tokens: form, signature, claims.
struct IDTokenVerifier {
    let keys: PolicyKeys
    let rules: IDTokenRules

    func verify(_ raw: String) async throws(OpenIDConnectError) -> VerifiedIDToken {
        guard let token = SignedToken(parsing: raw) else { throw TokenPurpose.idToken.refusal("it is no signed token") }
        let algorithm = try await SignatureCheck(purpose: .idToken, keys: keys).verify(token)
        guard let claims = Claims(jsonObject: token.payload) else {
            throw TokenPurpose.idToken.refusal("its claims are no JSON object")
        }
        let outcome = try rules.check(claims, algorithm)
        return VerifiedIDToken(
            raw: raw, claims: claims, identity: outcome.identity, user: outcome.user, expiry: outcome.expiry)
    }
}
