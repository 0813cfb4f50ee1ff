public import PortableFoundation

/// The tokens in a session's row.
public struct StoredTokens: Sendable, Equatable {
    /// The name of the authority that issued them.
    public var authority: String
    /// How often the session's tokens have been replaced.
    public var counter: Int64
    /// The tokens, sealed; the store can't read them.
    public var sealed: [UInt8]
    /// The end of a replica's lease to replace the tokens; it may have expired.
    public var leasedUntil: Date?
    /// The `sid` of their ID token, if they still wait for the store.
    package var providerSession: String?

    /// Creates tokens as a row has them.
    public init(authority: String, counter: Int64, sealed: [UInt8], leasedUntil: Date? = nil) {
        self.authority = authority
        self.counter = counter
        self.sealed = sealed
        self.leasedUntil = leasedUntil
    }
}

/// Whether a replica may replace a session's tokens.
///
/// A minor version adds no case.
public enum LeaseResult: Sendable, Equatable {
    /// The replica may replace them until the lease expires or is released.
    case acquired
    /// Another replica is replacing them.
    case heldByAnother(until: Date)
    /// The tokens have been replaced; these are the new ones.
    case superseded(StoredTokens)
    /// There is no such session any more.
    case ended
}
