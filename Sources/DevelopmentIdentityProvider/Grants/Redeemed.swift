/// What came of a code or of a refresh token.
struct Redeemed: Sendable {
    let grant: Grant
    /// The authorization request's, for a code.
    let nonce: String?
    /// The next refresh token, where the grant's scope has `offline_access`.
    let refreshToken: OpaqueToken?
}
