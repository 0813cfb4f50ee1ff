import FoundationEssentials
import Synchronization

/// When sessions were last used, on its way to the register: noted in memory, at most once in five minutes a session,
/// and told later.
public final class SessionUses: Sendable {
    /// How exactly the register knows when a session was last used, in seconds.
    public static let interval: Int64 = 300
    /// The most that is remembered; what is lost beyond it is no more than an older time on a page.
    private static let capacity = 100_000

    private struct State {
        var slot: Int64 = 0
        /// The sessions of this slot.
        var noted: Set<SessionHandle> = []
        var waiting: [SessionHandle: Date] = [:]
    }

    private let state = Mutex(State())

    /// No use is known.
    public init() {}

    /// Notes a use.
    ///
    /// Time goes in slots of five minutes: a session whose last use is known to lie in the present one needs no note,
    /// and one note a slot does.
    ///
    /// - Parameters:
    ///   - last: When the session was used before, as its cookie says, in UNIX seconds.
    ///   - time: Now, in UNIX seconds.
    public func note(_ handle: SessionHandle, last: Int64, at time: Int64) {
        let slot = time / Self.interval
        guard last / Self.interval < slot else { return }
        state.withLock { state in
            if state.slot != slot { (state.slot, state.noted) = (slot, []) }
            guard state.noted.count < Self.capacity, state.noted.insert(handle).inserted else { return }
            state.waiting[handle] = Date(timeIntervalSince1970: TimeInterval(time))
        }
    }

    /// Tells the register what was noted; what it doesn't take goes on waiting, the rest of it.
    public func write(to registry: any SessionRegistry) async throws {
        for (handle, date) in state.withLock({ $0.waiting }) {
            try await registry.noteUse(of: handle, at: date)
            state.withLock { if $0.waiting[handle] == date { $0.waiting[handle] = nil } }
        }
    }
}
