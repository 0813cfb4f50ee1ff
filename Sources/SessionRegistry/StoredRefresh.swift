/// The result of a refresh, kept for requests that still carry the cookie from before it.
public struct StoredRefresh: Sendable, Equatable {
    /// The session's generation that the refresh made, one more than the one that it spent.
    public var generation: UInt32
    /// The session as it is after the refresh, sealed.
    public var sealed: [UInt8]

    /// A result made of its parts.
    public init(generation: UInt32, sealed: [UInt8]) {
        self.generation = generation
        self.sealed = sealed
    }
}
