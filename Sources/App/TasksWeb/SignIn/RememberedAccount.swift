import Crypto
import HummingbirdOpenIDConnect
import OpenIDConnect

/// An account that its user chose to be offered on the sign-in page of this browser.
struct RememberedAccount: Sendable, Equatable {
    /// Maximum length of a name in Unicode scalars, so that the list fits one cookie.
    private static let maximumScalars = 40
    /// Maximum size of a hint in bytes, enough for an e-mail address (RFC 5321, section 4.5.3.1.3).
    private static let maximumHintBytes = 254

    /// How many bytes ``user`` has.
    static let userBytes = 12

    /// The user's name on the page.
    let name: String
    /// The provider's name for the account: `login_hint` (OpenID Connect Core 1.0, section 3.1.2.1).
    let hint: String
    /// The way that leads to the account.
    let kind: SignInKind
    /// The name of the authority; `nil`: the main one.
    let authority: String?
    /// The beginning of SHA-256 over the user's key; `nil` if an earlier version has remembered the account.
    let user: [UInt8]?

    init?(name: String, hint: String, kind: SignInKind, authority: String? = nil, user: [UInt8]?) {
        guard !name.isEmpty, !hint.isEmpty, hint.utf8.count <= Self.maximumHintBytes else { return nil }
        self.name = String(name.unicodeScalars.prefix(Self.maximumScalars))
        self.hint = hint
        self.kind = kind
        self.authority = authority
        self.user = user
    }

    /// The account of a session; `nil` if its ID token has nothing that a provider takes as a hint.
    init?(_ session: RequestSession, at authorities: [SignInAuthority]) async throws {
        let (user, claims) = (try session.requireUser(), try await session.claims().idToken)
        guard
            let hint = claims[string: "preferred_username"] ?? claims[string: "email"]
                ?? claims.strings("emails").first,
            let authority = authorities.first(where: { $0.name == user.authority }),
            let kind = authority.way(backTo: user.policy)
        else { return nil }
        self.init(
            name: user.name, hint: hint, kind: kind, authority: authority.siteName, user: Self.digest(user.key))
    }

    /// Whether both lead to the same account, whatever it is called.
    func isSameAccount(as other: RememberedAccount) -> Bool {
        if let user, let other = other.user { return user == other }
        return hint == other.hint && kind == other.kind && authority == other.authority
    }

    private static func digest(_ user: UserKey) -> [UInt8] {
        Array(SHA256.hash(data: Array(user.text.utf8)).prefix(userBytes))
    }
}

extension SignInAuthority {
    /// The way by which a user of a policy comes back: a user who signed up signs in next time.
    fileprivate func way(backTo policy: String?) -> SignInKind? {
        if let policy, policy == siteRoute(.facebook)?.policy { return .facebook }
        return ways.contains(.signIn) ? .signIn : ways.first
    }
}
