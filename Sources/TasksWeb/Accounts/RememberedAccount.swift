import OpenIDConnect

/// An account that a person chose to be offered on the sign-in page of this browser.
struct RememberedAccount: Sendable, Equatable {
    /// The most Unicode scalars of a name, so that the list fits one cookie.
    private static let maximumScalars = 40
    /// The most bytes of a hint: those of an e-mail address (RFC 5321, section 4.5.3.1.3).
    private static let maximumHintBytes = 254

    /// What to call the person.
    let name: String
    /// What the provider knows the account by: `login_hint` (OpenID Connect Core 1.0, section 3.1.2.1).
    let hint: String
    /// The way that leads to the account.
    let kind: SignInKind

    init?(name: String, hint: String, kind: SignInKind) {
        guard !name.isEmpty, !hint.isEmpty, hint.utf8.count <= Self.maximumHintBytes else { return nil }
        self.name = String(name.unicodeScalars.prefix(Self.maximumScalars))
        self.hint = hint
        self.kind = kind
    }

    /// The account of a session; `nil` where its ID token has nothing that a provider takes as a hint.
    init?(_ session: Session, policies: TasksWebConfiguration.Policies) {
        guard let claims = session.idToken.flatMap(Claims.unverified(ofJWT:)),
            let hint = claims[string: "preferred_username"] ?? claims[string: "email"] ?? claims.strings("emails").first,
            let kind = policies.way(backTo: session.policy)
        else { return nil }
        self.init(name: session.name, hint: hint, kind: kind)
    }

    /// Whether both lead to the same account, whatever it is called.
    func isSameAccount(as other: RememberedAccount) -> Bool { hint == other.hint && kind == other.kind }
}

extension TasksWebConfiguration.Policies {
    /// The way by which somebody whom a policy signed in comes back: who signed up signs in next time.
    fileprivate func way(backTo policy: String?) -> SignInKind? {
        if let policy, policy == facebook { return .facebook }
        return ways.contains(.signIn) ? .signIn : ways.first
    }
}
