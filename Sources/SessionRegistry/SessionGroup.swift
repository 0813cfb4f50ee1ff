public import FoundationEssentials

/// Sessions that end together.
public enum SessionGroup: Sendable, Equatable {
    /// Those that belong to one session at the provider, by `iss` and `sid`.
    case providerSession(String, issuer: String)
    /// Those of a user, except for one that goes on.
    case user(SessionUser, except: SessionHandle? = nil)
    /// Those whose ID token had a `sub`, and that had started by a date.
    ///
    /// The scope is where the `sub` is unique: a tenant or an issuer.
    case subject(String, scope: String, startedBy: Date)
}
