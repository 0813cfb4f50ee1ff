import Synchronization

/// The newest states of sessions that were stored here lately, so that an answer that began with an older one doesn't put that one back.
public final class SessionGenerations: Sendable {
    /// How long a state is remembered at least, in seconds: longer than a request is under way.
    public static let interval: Int64 = 300
    /// The most that is remembered; beyond it an older state is put right by the stored result, one request later.
    private static let capacity = 100_000

    private struct State {
        var slot: Int64 = 0
        var noted: [SessionHandle: UInt32] = [:]
        /// Those of the slot before.
        var before: [SessionHandle: UInt32] = [:]
    }

    private let state = Mutex(State())

    /// No state is known.
    public init() {}

    /// Notes that a state is stored.
    ///
    /// - Parameter time: Now, in UNIX seconds.
    public func note(_ generation: UInt32, of handle: SessionHandle, at time: Int64) {
        let slot = time / Self.interval
        state.withLock { state in
            if state.slot != slot {
                state.before = state.slot == slot - 1 ? state.noted : [:]
                (state.slot, state.noted) = (slot, [:])
            }
            guard state.noted.count < Self.capacity else { return }
            state.noted[handle] = max(state.noted[handle] ?? 0, generation)
        }
    }

    /// Whether a newer state of the session is known than this one.
    public func isOutdated(_ generation: UInt32, of handle: SessionHandle) -> Bool {
        state.withLock { max($0.noted[handle] ?? 0, $0.before[handle] ?? 0) > generation }
    }
}
