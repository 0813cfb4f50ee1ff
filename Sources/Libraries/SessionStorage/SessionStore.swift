import Encodings
public import PortableFoundation
import Synchronization

/// Stores sessions, the list of those that have ended, one-time values, and forms that wait for a sign-in.
///
/// A session's row is the one truth for its tokens. A finished call's changes are durable: they survive the process
/// being killed. Methods throw if the store can't be reached, and `CancellationError` if the task is cancelled first.
///
/// A minor version may add requirements, each with a default implementation that is correct for every store.
public protocol SessionStore: Sendable {
    /// Stores a new session and, in the same transaction, ends the sessions whose place it takes.
    ///
    /// These are the one that it replaces and, of the user's others, the least recently used ones that exceed the
    /// limit: ``SessionLimits/displaced(by:)``. If more than ``SessionGroup/batchSize`` exceed it, the rest stays for
    /// ``endAll(_:limit:consuming:)``. Calls for one user at the same time count each other's sessions.
    ///
    /// - Parameter tokens: The session's tokens, sealed; they get the counter 0.
    /// - Returns: The sessions that ended; the replaced one isn't among them if it has no row.
    /// - Throws: ``SignInLimitError``, which stores and ends nothing.
    @discardableResult
    func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?, limits: SessionLimits
    ) async throws -> [RemovedSession]

    /// The session's tokens; `nil` if it has ended or is unknown.
    func tokens(of id: SessionID) async throws -> StoredTokens?

    /// Acquires or renews the right to replace a session's tokens, so that only one replica refreshes.
    ///
    /// The call is one transaction.
    ///
    /// - Parameters:
    ///   - counter: The counter of the tokens that are to be replaced.
    ///   - owner: Random bytes that no other owner has.
    ///   - expiry: When the lease expires unless it is renewed.
    ///   - expired: Another owner's lease is taken over if it expires at this date or before; never, if it is `nil`.
    func acquireLease(
        of id: SessionID, replacing counter: Int64, by owner: [UInt8], until expiry: Date, takingOver expired: Date?
    ) async throws -> LeaseResult

    /// Releases a lease, if it is still this owner's.
    func releaseLease(of id: SessionID, by owner: [UInt8]) async throws

    /// Replaces a session's tokens, sets their counter to the given one plus 1, and releases the lease.
    ///
    /// The counter decides, not the lease, because tokens are valid even if their owner's lease has expired. A row with
    /// a lower counter than the given one means that the database has lost commits. If the row has these tokens
    /// already, because an earlier call had no outcome, they are written once more. The row may be visible although its
    /// commit can still be lost, and only another commit shows that it is stored.
    ///
    /// - Parameter providerSession: The newest ID token's `sid`, by which the provider may end the session, as by the
    ///   `sid` of the sign-in; `nil` changes nothing.
    /// - Returns: Whether the tokens are stored: `false` if the session has ended, or others replaced its tokens
    ///   before.
    func replaceTokens(
        of id: SessionID, with sealed: [UInt8], replacing counter: Int64, providerSession: String?
    ) async throws -> Bool

    /// Ends a session: removes its row and adds it to the list of endings until the session expires.
    ///
    /// A session without a row is added, too. A second call for a session changes nothing.
    ///
    /// - Parameter expiry: When the session expires, used if there is no row.
    /// - Returns: The tokens, which are to be revoked; `nil` if there was no row.
    func end(_ id: SessionID, until expiry: Date) async throws -> StoredTokens?

    /// Ends sessions of a group and, in the same transaction, consumes a one-time value.
    ///
    /// The value is consumed only by a call that ends fewer sessions than it may. So a caller whose next call fails can
    /// start again with the same value. The result is durable also if nothing ended, because an earlier call without an
    /// outcome may have ended the sessions.
    ///
    /// - Parameters:
    ///   - limit: Maximum number of sessions that the call ends. If it ends as many, there may be more.
    ///   - value: The value and until when it stays consumed.
    /// - Returns: The sessions that ended; `nil` if the value had been consumed before, so that none ended.
    func endAll(
        _ group: SessionGroup, limit: Int, consuming value: OneTimeValue?
    ) async throws -> [RemovedSession]?

    /// The session with an id; `nil` if it has ended or is unknown.
    func session(_ id: SessionID) async throws -> SessionRecord?

    /// A page of the user's sessions that haven't expired.
    ///
    /// The session that was used last comes first. Of sessions that were used at the same time, the one with the higher
    /// id does.
    ///
    /// - Parameters:
    ///   - place: The session in this order after which to start; `nil` starts with the first.
    ///   - limit: Maximum number of sessions that are returned.
    func sessions(
        of user: String, after place: SessionRecord?, limit: Int, now: Date
    ) async throws -> [SessionRecord]

    /// Stores when sessions were last used; sessions that have ended are left out.
    func noteUses(_ uses: [SessionID: Date]) async throws

    /// The endings after a place, in their order, without expired sessions.
    ///
    /// Once a call has returned an ending, no later call may return a new one with a lower sequence, because callers
    /// request only endings after the last that they got. So a sequence must be assigned in the order of commits, which
    /// a database's own counter doesn't do.
    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession]

    /// A number that changes if another process may have ended a session, cheap enough to be read each second.
    ///
    /// The number gets smaller only if the store may have lost endings. By default each call has a new number, so that
    /// the endings are read each second.
    func changeCounter() async throws -> Int64

    /// Yields as soon as another process may have ended a session, if the store gets such notifications.
    ///
    /// A stream may never yield, so ``changeCounter()`` has to be polled as well.
    func newEndings() -> AsyncStream<Void>

    /// Consumes a one-time value: `true` the first time, then `false` until the value's end. Both are durable.
    func consume(_ value: OneTimeValue) async throws -> Bool

    /// Stores a form, sealed, that waits for its user's next sign-in.
    ///
    /// - Parameters:
    ///   - owner: A digest of the user.
    ///   - limit: Maximum number of an owner's forms, at least 1. If there are more, the others that expire first are
    ///     removed.
    func storePendingForm(
        _ sealed: [UInt8], named name: [UInt8], of owner: [UInt8], until expiry: Date, limit: Int
    ) async throws

    /// The pending form of a name; `nil` if there is none or it has expired.
    func pendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]?

    /// Removes and returns the pending form of a name; only one caller gets it.
    func takePendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]?

    /// Removes sessions, endings, one-time values and pending forms that have expired.
    func removeExpired(now: Date) async throws

    /// Stores something, and throws if the store can't be reached or takes no writes.
    ///
    /// By default the call consumes a random value that expires after a minute.
    func check() async throws
}

extension SessionStore {
    /// Replaces a session's tokens, whose ID token has no new `sid`.
    public func replaceTokens(of id: SessionID, with sealed: [UInt8], replacing counter: Int64) async throws -> Bool {
        try await replaceTokens(of: id, with: sealed, replacing: counter, providerSession: nil)
    }

    /// Stores a new session within the usual limits.
    @discardableResult
    public func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?
    ) async throws -> [RemovedSession] {
        try await insert(record, tokens: tokens, replacing: replaced, limits: SessionLimits())
    }

    /// Ends sessions of a group, at most ``SessionGroup/batchSize`` of them.
    public func endAll(_ group: SessionGroup) async throws -> [RemovedSession] {
        try await endAll(group, limit: SessionGroup.batchSize, consuming: nil) ?? []
    }

    /// Never yields.
    public func newEndings() -> AsyncStream<Void> { AsyncStream { _ in } }

    /// Another number at each call.
    ///
    /// - Throws: The error of ``endings(after:now:)``, because a store that can't be reached has no number.
    public func changeCounter() async throws -> Int64 {
        _ = try await endings(after: .max, now: Date())
        return counterCalls.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Consumes a random value.
    ///
    /// - Throws: The error of ``consume(_:)``.
    public func check() async throws {
        _ = try await consume(OneTimeValue(SecureRandom.bytes(16), expires: Date(timeIntervalSinceNow: 60)))
    }
}

/// How often stores without a change counter were asked for theirs.
private let counterCalls = Atomic<Int64>(0)
