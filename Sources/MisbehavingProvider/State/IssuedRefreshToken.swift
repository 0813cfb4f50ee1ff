/// A refresh token: one use each.
struct IssuedRefreshToken: Sendable {
    let grant: IssuedGrant
    var isUsed = false
    var isRevoked = false
}
