import Synchronization

/// Values that count once, or no more, until a time; held in this process alone.
final class SpentValues: Sendable {
    private struct State {
        var until: [[UInt8]: Int64] = [:]
        /// At how many values those whose time is over are looked for.
        var limit = 1024
    }

    private let state = Mutex(State())

    /// Notes a value; `false` where it was there already.
    @discardableResult
    func spend(_ value: [UInt8], until: Int64, now: Int64) -> Bool {
        state.withLock { state in
            guard (state.until[value] ?? now) <= now else { return false }
            state.until[value] = until
            if state.until.count > state.limit {
                state.until = state.until.filter { $0.value > now }
                state.limit = max(1024, 2 * state.until.count)
            }
            return true
        }
    }

    func contains(_ value: [UInt8], now: Int64) -> Bool {
        state.withLock { ($0.until[value] ?? now) > now }
    }
}
