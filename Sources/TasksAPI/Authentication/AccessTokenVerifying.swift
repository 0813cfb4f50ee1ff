/// Tells whose an access token is.
public protocol AccessTokenVerifying: Sendable {
    /// Verifies a token: signature, issuer, audience and times.
    ///
    /// - Throws: ``AccessTokenRefusal``.
    func verify(_ token: String) async throws(AccessTokenRefusal) -> AccessTokenClaims
}
