public import OpenIDConnect

/// The user who is signed in.
public struct SignedInUser: Sendable, Equatable {
    /// The issuer and the issuer's name of the user (OpenID Connect Core, section 5.7).
    public let identity: Identity
    /// Identifies the user at all policies of an authority: store what belongs to the user by this, and by no name or
    /// address.
    public let key: UserKey
    /// The display name: the first present of `name`, `preferred_username`, `email`, the first of `emails`, and `sub`.
    ///
    /// The name has at most 100 Unicode scalars. Escape it, because it comes from the provider.
    public let name: String

    /// The name of the authority that the user signed in at.
    public let authority: String
    /// The policy that the user signed in with, if the authority has policies.
    public let policy: String?

    init(_ session: Session) {
        authority = session.authority
        policy = session.policy
        identity = session.identity
        key = session.user
        name = session.name
    }
}

/// The authority's claims about the user.
public struct SignedInClaims: Sendable, Equatable {
    /// The claims of the newest ID token (OpenID Connect Core, section 5.1).
    public let idToken: Claims
    /// UserInfo, if the ID token had no `name`, so that it was requested.
    public let userInfo: Claims?
}
