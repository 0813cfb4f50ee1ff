import Foundation

/// The pool's state under a lock, and the threads' wait for its next change.
///
/// Sound as `Sendable`: the state is reached only while the lock is held.
final class PoolMonitor: @unchecked Sendable {
    private let condition = NSCondition()
    private var state = PoolState()

    /// Changes the state, and wakes whoever waits for a change.
    func change<Result>(_ body: (inout PoolState) -> Result) -> Result {
        condition.withLock {
            defer { condition.broadcast() }
            return body(&state)
        }
    }

    /// Waits until there is something to do for a thread, with a connection or without.
    func next(isConnected: Bool) -> (step: PoolState.Step, epoch: Int) {
        condition.withLock {
            while true {
                let now = ContinuousClock.now
                let step = state.next(isConnected: isConnected, now: now)
                guard case .wait(let time) = step else { return (step, state.epoch) }
                if isConnected { state.beginIdling() }
                if let time {
                    _ = condition.wait(until: Date(timeIntervalSinceNow: (time - now) / .seconds(1)))
                } else {
                    condition.wait()
                }
                if isConnected { state.endIdling() }
            }
        }
    }
}
