/// What one replica holds of the register in memory, so that a request waits for no database.
///
/// ``SessionKeeper`` keeps it and the register in step.
public struct RegisterMemory: Sendable {
    /// The sessions that have ended before their time.
    public let ended = EndedSessions()
    /// What the register has to be told and couldn't be yet.
    public let pending = PendingWrites()
    /// The newest states of sessions.
    public let generations = SessionGenerations()
    /// When sessions were last used.
    public let uses = SessionUses()

    /// The memory of a replica that has just started: empty.
    public init() {}
}
