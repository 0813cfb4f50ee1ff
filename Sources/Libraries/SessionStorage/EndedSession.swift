public import PortableFoundation

/// A session that was ended before it expired, as the store lists it.
public struct EndedSession: Sendable, Equatable {
    /// The place in the order of endings; a later ending has a higher one.
    public var sequence: Int64
    /// The id of the session.
    public var id: SessionID
    /// When the session expires, and the entry with it.
    public var expires: Date

    /// Creates an entry.
    public init(sequence: Int64, id: SessionID, expires: Date) {
        self.sequence = sequence
        self.id = id
        self.expires = expires
    }
}

/// A session that a call has ended.
public struct RemovedSession: Sendable, Equatable {
    /// The id of the session.
    public var id: SessionID
    /// When the session would have expired.
    public var expires: Date
    /// The session's tokens, which are to be revoked.
    public var tokens: StoredTokens

    /// Creates a removed session.
    public init(id: SessionID, expires: Date, tokens: StoredTokens) {
        self.id = id
        self.expires = expires
        self.tokens = tokens
    }
}

/// A value that is accepted once, such as `state` or a logout token's `jti`.
public struct OneTimeValue: Sendable, Equatable {
    /// The value, or a hash of it.
    public var bytes: [UInt8]
    /// Until when the store remembers that it was consumed.
    public var expires: Date

    /// Creates a value.
    public init(_ bytes: [UInt8], expires: Date) {
        self.bytes = bytes
        self.expires = expires
    }
}
