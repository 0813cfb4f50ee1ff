public import OpenIDConnect

/// The person who is signed in, as the ID token of their session describes them (OpenID Connect Core, section 5.1).
public struct SignedInUser: Sendable {
    /// Who it is: key what you store by this, and by no name or address.
    public let identity: Identity
    /// What the ID token says.
    public let claims: Claims

    /// What to call them: the first there is of `name`, `preferred_username`, `email`, the first of `emails`, and
    /// `sub`.
    ///
    /// It is at most 100 Unicode scalars long, and text from elsewhere: escape it.
    public var name: String { PersonName.of(claims, userInfo: nil) }

    init?(_ session: Session) {
        // Verified when it came, and sealed since.
        guard let claims = Claims.unverified(ofJWT: session.idToken) else { return nil }
        identity = Identity(issuer: session.issuer, subject: session.subject)
        self.claims = claims
    }
}
