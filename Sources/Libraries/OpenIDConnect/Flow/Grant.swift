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
