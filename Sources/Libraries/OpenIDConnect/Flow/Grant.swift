/// The result of a successful sign-in (OpenID Connect Core, section 3.1.3.3).
public struct Grant: Sendable {
    /// The tokens.
    public var tokens: TokenSet
    /// The ID token, verified.
    public var idToken: VerifiedIDToken
    /// The policy that issued the grant; refresh and sign-out have to use the same.
    public var policy: String?

    /// The issuer and subject of the user.
    public var identity: Identity { idToken.identity }
    /// The user who signed in, the same at all policies.
    public var user: UserKey { idToken.user }
}

/// An issuer and its identifier of a user; only both together identify one (OpenID Connect Core, section 5.7).
public struct Identity: Sendable, Hashable {
    /// The issuer (`iss`).
    public var issuer: String
    /// The issuer's identifier of the user (`sub`).
    public var subject: String

    /// An identity of its two parts.
    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}
