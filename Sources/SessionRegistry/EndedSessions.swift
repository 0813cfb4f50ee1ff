public import FoundationEssentials
import Synchronization

/// The handles of the sessions that have ended before their time, in memory, so that asking costs a request one look-up
/// and no I/O.
public final class EndedSessions: Sendable {
    private struct State {
        var until: [SessionHandle: Date] = [:]
        var sequence: Int64 = 0
        var isCaughtUp = false
        /// When the list was last read: what was over then may have been left out.
        var time = Date.distantPast
    }

    private let state = Mutex(State())

    /// An empty set.
    public init() {}

    /// Whether the register's list has once been read; until then nothing tells an ended session's cookie from a good
    /// one.
    public var isCaughtUp: Bool { state.withLock { $0.isCaughtUp } }

    /// Whether a session has ended.
    public func contains(_ handle: SessionHandle) -> Bool {
        state.withLock { $0.until[handle] != nil }
    }

    /// Notes one ending at once, before the register's list brings it.
    public func insert(_ handle: SessionHandle, until: Date) {
        state.withLock { $0.until[handle] = until }
    }

    /// Whether the clock has gone back since the register's list was last read, so that endings may be missing that
    /// count again.
    public func mayMissSome(at now: Date) -> Bool { state.withLock { now < $0.time } }

    /// Reads the endings that the register has listed since the last time, and forgets those whose time is over.
    ///
    /// Where the clock has gone back it reads all of them anew.
    public func catchUp(with registry: any SessionRegistry, now: Date) async throws {
        let (last, time) = state.withLock { (now < $0.time ? 0 : $0.sequence, $0.time) }
        let endings = try await registry.endings(after: last, now: now)
        state.withLock { state in
            for ending in endings {
                state.until[ending.handle] = ending.until
                state.sequence = max(state.sequence, ending.sequence)
            }
            state.until = state.until.filter { $0.value > now }
            state.isCaughtUp = true
            // What another call has left out meanwhile, by a later clock, is missing still.
            state.time = state.time == time ? now : max(state.time, now)
        }
    }
}
