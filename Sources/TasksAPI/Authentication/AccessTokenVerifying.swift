public import OpenIDConnect

/// Identifies the user of an access token.
public protocol AccessTokenVerifying: Sendable {
    /// Verifies a token: signature, issuer, audience and times.
    ///
    /// - Throws: ``AccessTokenError``.
    func user(of token: String) async throws(AccessTokenError) -> UserKey
}
