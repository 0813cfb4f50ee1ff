import NIOConcurrencyHelpers
import PortableFoundation

/// A replica's part of a store in memory, so that requests don't wait for a database.
public struct SessionCache: Sendable {
    package let ended = EndedSessions()
    package let contact = StoreContact()
    package let pending: PendingWrites
    package let uses = SessionUses()
    package let unsettled = UnsettledValues()

    /// An empty cache; endings that wait for the store are lost with the process.
    public init() { pending = PendingWrites() }

    /// A cache whose endings outlive the process in a file, as long as they wait for the store.
    ///
    /// On start the cache takes over the files of processes that have exited.
    ///
    /// - Parameter folder: An existing folder. A file is created in it when needed.
    /// - Throws: ``PendingEndingsError`` if the folder or a file in it can't be read or locked.
    public init(folder: String) async throws {
        pending = PendingWrites(file: PendingEndingsFile(folder: folder))
        for ending in try await pending.restore() { ended.insert(ending.id, until: ending.until) }
    }
}

/// When sessions were last used, at most one note a minute and session, until the store has it.
package final class SessionUses: Sendable {
    /// The precision of a session's last use in the store, in seconds; the cookie has the same.
    package static let interval: Int64 = 60
    /// Maximum number of waiting uses.
    ///
    /// If more are lost, a page shows an older time.
    private static let capacity = 100_000
    /// Maximum number of uses that are stored at once.
    private static let batch = 100

    private struct State {
        var slot: Int64 = 0
        /// The sessions of this slot.
        var noted: Set<SessionID> = []
        var waiting: [SessionID: Date] = [:]
    }

    private let state = NIOLockedValueBox(State())

    /// Notes a use.
    ///
    /// A use in the same minute of the clock as the one before needs no note, whatever its cookie says.
    ///
    /// - Parameters:
    ///   - last: When the session was used before, by its cookie, in UNIX seconds.
    ///   - time: Now, in UNIX seconds.
    package func note(_ id: SessionID, last: Int64, at time: Int64) {
        let slot = time / Self.interval
        guard last / Self.interval < slot else { return }
        state.withLockedValue { state in
            if state.slot != slot { (state.slot, state.noted) = (slot, []) }
            guard max(state.noted.count, state.waiting.count) < Self.capacity, state.noted.insert(id).inserted else {
                return
            }
            state.waiting[id] = Date(timeIntervalSince1970: TimeInterval(time))
        }
    }

    /// Stores the noted uses; those that the store doesn't accept wait on.
    func write(to store: any SessionStore) async throws {
        var waiting = Array(state.withLockedValue { $0.waiting })[...]
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.batch)
            try await store.noteUses(Dictionary(uniqueKeysWithValues: batch.map { ($0.key, $0.value) }))
            state.withLockedValue { state in
                for (id, date) in batch where state.waiting[id] == date { state.waiting[id] = nil }
            }
            waiting = waiting.dropFirst(Self.batch)
        }
    }
}
