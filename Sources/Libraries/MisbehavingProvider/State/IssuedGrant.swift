import PortableFoundation

/// A user's grant, which belongs to a code and then to its tokens.
struct IssuedGrant: Sendable {
    let user: ScriptedUser
    let policy: String?
    let base: String
    let nonce: String?
    let scopes: Set<String>
    /// The session at the provider (`sid`).
    let session: String
    let authentication: IssuedAuthentication
}

/// An authorization code, with the parameters of its request.
struct IssuedCode: Sendable {
    /// The lifetime of a code, in seconds.
    static let lifetime = 600.0

    let grant: IssuedGrant
    let redirectURI: String
    let challenge: String?
    let issued: Date
    var isUsed = false
}

/// A refresh token: one use each.
struct IssuedRefreshToken: Sendable {
    let grant: IssuedGrant
    var isUsed = false
    var isRevoked = false
}

/// An issued access token.
struct IssuedAccessToken: Sendable {
    let grant: IssuedGrant
    let expiry: Date
}
