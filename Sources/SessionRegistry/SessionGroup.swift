public import FoundationEssentials

/// Sessions that end together.
public enum SessionGroup: Sendable, Equatable {
    /// Those that belong to one session at the provider, by `iss` and `sid`.
    case providerSession(String, issuer: String)
    /// A person's, by `iss` and `sub`, that were begun not later than a date, but for one that is spared.
    case person(String, issuer: String, begunBy: Date, except: SessionHandle? = nil)
}
