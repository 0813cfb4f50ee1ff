import CoreMetrics
import NIOConcurrencyHelpers
package import PortableFoundation

/// The ids of the sessions that were ended before they expired, in memory.
///
/// So a request costs one hash look-up, and no I/O.
package final class EndedSessions: Sendable {
    /// Minimum interval between two removals of expired sessions, in seconds.
    ///
    /// A removal looks at all of them, and there may be a million.
    private static let removalInterval = 60.0

    private struct State {
        var expiries: [SessionID: Date] = [:]
        /// The sessions whose ending the store has neither listed nor confirmed, so that it can't have lost it.
        var unstored: Set<SessionID> = []
        /// When expired sessions were last removed.
        var removal = Date.distantPast
        var sequence: Int64 = 0
        /// How often the store may have lost endings.
        var doubts = 0
        /// After how many of these times all endings have been compared.
        var settledDoubts = 0
        /// Endings that the store has lost.
        var lost: [SessionID: Date] = [:]
        var isCaughtUp = false
        /// When the list was last read; sessions that had expired before that may be missing.
        var time = Date.distantPast

        mutating func removeExpired(at now: Date) {
            guard abs(now.timeIntervalSince(removal)) >= EndedSessions.removalInterval else { return }
            removal = now
            for id in expiries.filter({ $0.value <= now }).keys {
                expiries[id] = nil
                unstored.remove(id)
            }
        }
    }

    private let state = NIOLockedValueBox(State())
    private let count = Meter(label: "latchkey_ended_sessions_held")

    /// Whether the store's list has been read once; until then an ended session's cookie looks like a good one.
    package var isCaughtUp: Bool { state.withLockedValue { $0.isCaughtUp } }

    package func contains(_ id: SessionID) -> Bool { state.withLockedValue { $0.expiries[id] != nil } }

    /// Adds a session at once, before the store lists it.
    ///
    /// - Parameter isStored: Whether the store has confirmed that it has the ending.
    package func insert(_ id: SessionID, until expiry: Date, isStored: Bool = false) {
        state.withLockedValue { state in
            let isNew = state.expiries.updateValue(expiry, forKey: id) == nil
            if isStored { state.unstored.remove(id) } else if isNew { state.unstored.insert(id) }
            count.set(state.expiries.count)
        }
    }

    /// Whether the clock has gone back since the list was last read, so that endings may be missing which are in force
    /// again.
    func mayMissSome(at now: Date) -> Bool { state.withLockedValue { now < $0.time } }

    /// Notes that the store may have lost endings, so that the next ``catchUp(with:now:)`` compares all of them.
    ///
    /// A server that takes over may lack the last commits, and may give new endings places before theirs.
    func doubt() { state.withLockedValue { $0.doubts += 1 } }

    /// Reads the endings that were stored since the last time, and removes the endings of expired sessions.
    ///
    /// If the clock has gone back, or the store may have lost endings, all endings are reread.
    package func catchUp(with store: any SessionStore, now: Date) async throws {
        let (last, time, doubts, stored) = state.withLockedValue { state in
            // An ending that is stored during the read may be missing from its result.
            let stored =
                state.doubts > state.settledDoubts
                ? state.expiries.filter { $0.value > now && !state.unstored.contains($0.key) } : nil
            return (now < state.time || stored != nil ? 0 : state.sequence, state.time, state.doubts, stored)
        }
        let endings = try await store.endings(after: last, now: now)
        state.withLockedValue { state in
            if let stored {
                state.lost = stored
                state.settledDoubts = max(state.settledDoubts, doubts)
                state.sequence = 0
            }
            for ending in endings {
                state.expiries[ending.id] = ending.expires
                state.unstored.remove(ending.id)
                state.lost[ending.id] = nil
                // A call from before a doubt has read another server's places.
                if doubts == state.doubts { state.sequence = max(state.sequence, ending.sequence) }
            }
            state.removeExpired(at: now)
            count.set(state.expiries.count)
            state.isCaughtUp = true
            // Endings that another call has left out meanwhile, by a later clock, are still missing.
            state.time = state.time == time ? now : max(state.time, now)
        }
    }

    /// Stores the endings again that the store has lost; those that fail wait on.
    ///
    /// The sessions' rows may be there again as well.
    ///
    /// - Parameter revoke: Takes the tokens of such a row.
    /// - Returns: How many there were.
    func restore(
        to store: any SessionStore, now: Date, revoke: (SessionID, StoredTokens) -> Void
    ) async throws -> Int {
        let lost = state.withLockedValue { $0.lost }
        for (id, expiry) in lost {
            if expiry > now, let tokens = try await store.end(id, until: expiry) { revoke(id, tokens) }
            state.withLockedValue { $0.lost[id] = nil }
        }
        return lost.count
    }
}
