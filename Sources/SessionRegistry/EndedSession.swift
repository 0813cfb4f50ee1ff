public import FoundationEssentials

/// A session that has ended before its time, as the register lists it.
public struct EndedSession: Sendable, Equatable {
    /// The place in the register's order of endings; a later ending has a higher one.
    public var sequence: Int64
    /// The session's name.
    public var handle: SessionHandle
    /// When the session would have ended by itself; from then on the entry says nothing that the cookie doesn't.
    public var until: Date

    /// An entry made of its parts.
    public init(sequence: Int64, handle: SessionHandle, until: Date) {
        self.sequence = sequence
        self.handle = handle
        self.until = until
    }
}
