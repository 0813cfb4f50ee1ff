public import FoundationEssentials

/// Whether a replica may ask the authority for new tokens of a session.
public enum RefreshClaim: Sendable, Equatable {
    /// It may: nobody else does until the lease is over, a newer result is stored, or the claim is released.
    case granted
    /// Another replica asks; if it dies over that, its lease ends then.
    case heldByAnother(until: Date)
    /// There is a result that is newer than the generation that was to be replaced.
    case superseded(StoredRefresh)
    /// The session has ended.
    case sessionEnded
}
