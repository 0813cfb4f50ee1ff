/// What one replica holds of the register in memory, so that a request waits for no database.
///
/// ``SessionKeeper`` keeps it and the register in step.
public struct RegisterMemory: Sendable {
    /// The sessions that have ended before their time.
    public let ended = EndedSessions()
    /// What the register has to be told and couldn't be yet.
    public let pending: PendingWrites
    /// The newest states of sessions.
    public let generations = SessionGenerations()
    /// When sessions were last used.
    public let uses = SessionUses()

    /// The memory of a replica that has just started: empty.
    ///
    /// - Parameter file: Where endings are stored while the register is away.
    public init(file: PendingEndingsFile? = nil) {
        pending = PendingWrites(file: file)
    }

    /// Takes over the endings that earlier processes have left on disk, before anybody is let in by a cookie.
    ///
    /// - Throws: ``PendingEndingsError``.
    public func restore() async throws {
        for ending in try await pending.restore() { ended.insert(ending.handle, until: ending.until) }
    }
}
