import FoundationEssentials

/// What a person granted: it goes from code to tokens to newer tokens.
struct IssuedGrant: Sendable {
    let person: Person
    let policy: String?
    let base: String
    let nonce: String?
    let scopes: Set<String>
    /// The session at the provider (`sid`).
    let session: String
    /// When the person came.
    let authenticated: Date
}

/// An authorization code, and all that was asked for with it.
struct IssuedCode: Sendable {
    /// How long a code is good, in seconds.
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

/// An access token that is out.
struct IssuedAccessToken: Sendable {
    let grant: IssuedGrant
    let expiry: Date
}
