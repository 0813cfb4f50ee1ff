import Synchronization

/// The newest states of sessions that were stored here lately, so that an answer that began with an older one doesn't
/// put that one back.
///
/// An older state that comes with a new request is as good as ever: it is only not written again for as long as the
/// newer one is remembered.
public final class SessionGenerations: Sendable {
    /// How long a state is remembered at least, in seconds, longer than a request is under way; it is forgotten before
    /// twice that time is over.
    public static let interval: Int64 = 120
    /// The most that is remembered of an interval; what is lost beyond it is put right by the stored result, once it is
    /// needed.
    private static let capacity = 100_000

    private struct State {
        var slot: Int64 = 0
        var noted: [SessionHandle: UInt32] = [:]
        /// Those of the slot before.
        var before: [SessionHandle: UInt32] = [:]

        mutating func move(to slot: Int64) {
            guard slot != self.slot else { return }
            before = self.slot == slot - 1 ? noted : [:]
            (self.slot, noted) = (slot, [:])
        }
    }

    private let state = Mutex(State())

    /// No state is known.
    public init() {}

    /// Notes that a state is stored.
    ///
    /// - Parameter time: Now, in UNIX seconds.
    public func note(_ generation: UInt32, of handle: SessionHandle, at time: Int64) {
        state.withLock { state in
            state.move(to: time / Self.interval)
            guard state.noted.count < Self.capacity else { return }
            state.noted[handle] = max(state.noted[handle] ?? 0, generation)
        }
    }

    /// Whether a newer state of the session is remembered than this one.
    ///
    /// - Parameter time: Now, in UNIX seconds.
    public func isOutdated(_ generation: UInt32, of handle: SessionHandle, at time: Int64) -> Bool {
        state.withLock { state in
            state.move(to: time / Self.interval)
            return max(state.noted[handle] ?? 0, state.before[handle] ?? 0) > generation
        }
    }
}
