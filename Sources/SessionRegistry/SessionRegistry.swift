public import FoundationEssentials

/// The register of sessions: which there are, which have ended before their time, and which one-time values are spent.
///
/// A session itself lives in its cookie. What a call has answered is durable: it is there after the process was killed.
public protocol SessionRegistry: Sendable {
    /// Enters a new session and, in the same step, ends the one that it replaces.
    func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws
    /// Ends a session: its handle is listed as ended, its stored refresh and the claim to one are forgotten.
    ///
    /// Ending one that has ended is no error.
    ///
    /// - Parameter until: When the session would have ended by itself.
    func end(_ handle: SessionHandle, until: Date) async throws
    /// Ends the sessions of a group.
    ///
    /// - Returns: The endings, for whoever holds them in memory.
    func endAll(_ group: SessionGroup) async throws -> [EndedSession]
    /// Spends a one-time value and, in the same step, ends the sessions of a group: where that fails, the value isn't
    /// spent either.
    ///
    /// - Parameter until: Until when the value counts as spent.
    /// - Returns: The endings; `nil` where the value has been spent before, and nothing has ended.
    func endAll(_ group: SessionGroup, spending value: [UInt8], until: Date) async throws -> [EndedSession]?
    /// A user's sessions that are under way, the newest first.
    func sessions(of user: SessionUser, now: Date) async throws -> [SessionRecord]
    /// Notes when a session was last used.
    func noteUse(of handle: SessionHandle, at date: Date) async throws
    /// The endings after a place in their order, in that order, without those whose time is over.
    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession]
    /// The result of the session's last refresh.
    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh?
    /// Claims the right to ask the authority for new tokens of a session, so that of all replicas one asks.
    ///
    /// One step, whoever else claims at the same time. Who holds the claim may claim again, which renews the lease.
    ///
    /// - Parameters:
    ///   - generation: The session's generation that is to be replaced; a stored result that is newer comes first.
    ///   - claimant: Bytes that no other claimant has.
    ///   - lease: Until when the claim holds if nothing more is heard of the claimant.
    func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim
    /// Gives a claim back where the authority had no new tokens; nothing happens where the claim is another's by now.
    func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws
    /// Keeps the result of a refresh, in place of an earlier one, unless the session has ended or a result at least as
    /// new is there.
    ///
    /// - Returns: Whether it is kept; then whoever held the claim holds it no more.
    @discardableResult
    func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool
    /// Keeps what was typed when a session ended, sealed, until the date.
    func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws
    /// What is kept under a name.
    func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]?
    /// Takes out what is kept under a name; it is there once.
    func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]?
    /// Spends a one-time value: `true` the first time, `false` from then on until the date.
    func spend(_ value: [UInt8], until: Date) async throws -> Bool
    /// Forgets what is over: sessions, endings, refreshes, claims, and values that are spent or kept.
    func removeExpired(now: Date) async throws
    /// A number that differs whenever another process may have changed the register, cheap enough to be asked each
    /// second.
    func changeCounter() async throws -> Int64
    /// Yields as soon as another process may have ended a session, where the register is told so.
    ///
    /// It may stay silent for ever: ``changeCounter()`` has to be asked all the same.
    func newEndings() -> AsyncStream<Void>
    /// Throws where the register can't be reached.
    func check() async throws
}

extension SessionRegistry {
    /// Stays silent.
    public func newEndings() -> AsyncStream<Void> { AsyncStream { _ in } }
}
