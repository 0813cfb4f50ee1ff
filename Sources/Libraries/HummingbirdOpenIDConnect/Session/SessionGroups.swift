import PortableFoundation
import SessionStorage
import Synchronization
import SystemSupport

/// Sessions that end together.
extension SessionRows {
    /// How long a sign-in waits until the tokens of the sessions whose place it took are revoked.
    private static var displacementPatience: Duration { .seconds(1) }
    /// Maximum pause between two batches.
    private static var longestPause: Duration { .milliseconds(20) }

    /// The date of last use at or before which a session is idle-expired.
    ///
    /// The store's date of last use may lag by a minute.
    var oldestUse: Date { Date(seconds: now() - idleSeconds - SessionUses.interval) }

    /// Ends the sessions of a group here and in the store, a batch at a time, and logs each.
    ///
    /// - Parameter handle: Gets the sessions of each batch.
    /// - Returns: `false` if the value had been consumed before.
    @discardableResult
    func endAll(
        _ group: SessionGroup, because ending: SessionEnding, consuming value: OneTimeValue? = nil,
        _ handle: ([RemovedSession]) -> Void = { _ in }
    ) async throws(SignInError) -> Bool {
        let user: String? =
            switch group {
            case .user(let user, _), .leastRecentlyUsed(let user, _, _, _): user
            case .providerSession, .subject: nil
            }
        var value = value
        while true {
            let start = ContinuousClock.now
            var isConsumed = false
            let ended = try await reachForRequest { () async throws -> [RemovedSession]? in
                guard let value else { return try await store.endAll(group) }
                return try await cache.unsettled.consuming(value, now: date) {
                    try await store.endAll(group, limit: SessionGroup.batchSize, consuming: value)
                } repeated: {
                    isConsumed = true
                    return try await store.endAll(group)
                }
            }
            guard let ended else { return false }
            if isConsumed { value = nil }
            note(ended, because: ending, of: user)
            handle(ended)
            guard ended.count == SessionGroup.batchSize else { return true }
            // Leaves the database to others for about half of the time, to other programs with the same file too.
            try? await Task.sleep(for: min(.now - start, Self.longestPause))
        }
    }

    /// Ends the sessions whose place a new one took in the store, here too, and revokes their tokens.
    ///
    /// If a whole batch has ended, there may be more sessions, which end while the response is sent.
    func end(_ ended: [RemovedSession], displacedBy record: SessionRecord) async {
        guard !ended.isEmpty else { return }
        note(ended, because: .replaced, of: record.user)
        let user = record.user
        // One call at a time ends a user's excess sessions, so that few batches wait before other users' writes.
        if ended.count == SessionGroup.batchSize, displacements.start(user) {
            let others = limits.displaced(by: record)
            Task {
                defer { displacements.end(user) }
                _ = try? await endAll(others, because: .replaced) { ended in Task { await revoke(ended) } }
            }
        }
        _ = try? await withDeadline(.now + Self.displacementPatience) { await revoke(ended) }
    }

    /// Ends here what has ended in the store, and logs it.
    ///
    /// - Parameter user: The text of the user's key, if it is known.
    private func note(_ ended: [RemovedSession], because ending: SessionEnding, of user: String?) {
        for session in ended {
            cache.ended.insert(session.id, until: session.expires, isStored: true)
            metrics.endedSessions.count(ending)
            log(ending, session.id, of: user, at: session.tokens.authority)
        }
    }
}

/// The users whose excess sessions a call is ending in batches.
final class Displacements: Sendable {
    private let users = Mutex<Set<String>>([])

    /// Notes that a call ends the user's sessions; `false`: another call is doing it already.
    func start(_ user: String) -> Bool { users.withLock { $0.insert(user).inserted } }

    /// The call has ended the user's sessions.
    func end(_ user: String) { users.withLock { _ = $0.remove(user) } }
}
