/// What is different about the end of the session at the provider.
public enum EndSessionChange: Sendable, Equatable {
    /// Comes back without the `state`.
    case noState
    /// Comes back with another `state`.
    case otherState
    /// Comes back never: shows a page.
    case staysHere
}
