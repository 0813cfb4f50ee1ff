import Dispatch
import Synchronization

/// The pool's state, and the threads that wait for its next change.
final class PoolMonitor: Sendable {
    private struct Shared {
        var state: PoolState
        /// Wake the threads that wait with a connection; the latest one is last.
        var connected: [DispatchSemaphore] = []
        /// Wake the threads that wait without a connection.
        var unconnected: [DispatchSemaphore] = []

        mutating func enter(_ thread: DispatchSemaphore, isConnected: Bool) {
            if isConnected {
                connected.append(thread)
                state.beginIdling()
            } else {
                unconnected.append(thread)
            }
        }

        /// A thread that is no longer waiting may still be in a list, because its time was up.
        mutating func leave(_ thread: DispatchSemaphore, isConnected: Bool) {
            if isConnected {
                connected.removeAll { $0 === thread }
                state.endIdling()
            } else {
                unconnected.removeAll { $0 === thread }
            }
        }
    }

    private let shared: Mutex<Shared>

    /// - Parameter connectionCount: Maximum number of connections.
    init(connectionCount: Int) {
        shared = Mutex(Shared(state: PoolState(connectionCount: connectionCount)))
    }

    /// Hands a call in, and wakes the thread that is to perform it, or to connect for it.
    ///
    /// No other thread is woken: most would find nothing to do, at the cost of the call itself.
    ///
    /// - Returns: Why it is refused; `nil` if it isn't.
    func submit(_ call: any PendingCall) -> PostgreSQLStorageError? {
        let (refusal, thread) = shared.withLock { shared -> (PostgreSQLStorageError?, DispatchSemaphore?) in
            if let refusal = shared.state.submit(call) { return (refusal, nil) }
            if shared.state.needsConnection { return (nil, shared.unconnected.popLast()) }
            // If the call has to wait for others, a thread watches how long.
            return (nil, shared.connected.popLast() ?? (call.access == .writing ? shared.unconnected.popLast() : nil))
        }
        thread?.signal()
        return refusal
    }

    /// Changes the state, and wakes all threads that wait.
    func change<Result: Sendable>(_ body: (inout PoolState) -> Result) -> Result {
        let (result, threads) = shared.withLock { shared in
            let threads = shared.connected + shared.unconnected
            (shared.connected, shared.unconnected) = ([], [])
            return (body(&shared.state), threads)
        }
        for thread in threads { thread.signal() }
        return result
    }

    /// The next action of a thread that isn't to wait.
    struct Turn: Sendable {
        let step: PoolState.Step
        /// The call of the step, if that writes.
        let write: PoolState.Write?
        let epoch: Int
    }

    /// Notes that a call that writes has ended.
    ///
    /// No other thread is woken, because the one that performed the call takes the next one.
    func endWrite(_ write: PoolState.Write, _ outcome: PoolState.WriteOutcome) -> PoolState.StallChange? {
        shared.withLock { $0.state.endWrite(write, outcome) }
    }

    /// Waits until there is something to do for a thread, with a connection or without.
    ///
    /// - Parameter thread: The semaphore that wakes it.
    func next(isConnected: Bool, _ thread: DispatchSemaphore) -> Turn {
        var hasWaited = false
        while true {
            let now = ContinuousClock.now
            let turn = shared.withLock { shared in
                if hasWaited { shared.leave(thread, isConnected: isConnected) }
                let step = shared.state.next(isConnected: isConnected, now: now)
                var write: PoolState.Write?
                switch step {
                case .wait: shared.enter(thread, isConnected: isConnected)
                case .perform(let call) where call.access == .writing: write = shared.state.beginWrite(now: now)
                default: break
                }
                return Turn(step: step, write: write, epoch: shared.state.epoch)
            }
            guard case .wait(let time) = turn.step else { return turn }
            hasWaited = true
            if let time {
                _ = thread.wait(timeout: .now() + (time - now) / .seconds(1))
            } else {
                thread.wait()
            }
        }
    }
}
