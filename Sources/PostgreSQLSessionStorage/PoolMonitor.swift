import Dispatch
import Synchronization

/// The pool's state, and the threads that wait for its next change.
final class PoolMonitor: Sendable {
    private struct Shared {
        var state = PoolState()
        /// What wakes the threads that wait with a connection; the latest one is last.
        var connected: [DispatchSemaphore] = []
        /// What wakes those that wait without one.
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

    private let shared = Mutex(Shared())

    /// Hands a call in, and wakes the thread that is to perform it, or to connect for it.
    ///
    /// No other thread is woken: most would find nothing to do, at the cost of the call itself.
    ///
    /// - Returns: Why it is refused; `nil` if it isn't.
    func submit(_ call: any PendingCall) -> PostgreSQLStorageError? {
        let (refusal, thread) = shared.withLock { shared -> (PostgreSQLStorageError?, DispatchSemaphore?) in
            if let refusal = shared.state.submit(call) { return (refusal, nil) }
            return (nil, shared.state.needsConnection ? shared.unconnected.popLast() : shared.connected.popLast())
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

    /// Waits until there is something to do for a thread, with a connection or without.
    ///
    /// - Parameter thread: What wakes it.
    func next(isConnected: Bool, _ thread: DispatchSemaphore) -> (step: PoolState.Step, epoch: Int) {
        var hasWaited = false
        while true {
            let now = ContinuousClock.now
            let (step, epoch) = shared.withLock { shared in
                if hasWaited { shared.leave(thread, isConnected: isConnected) }
                let step = shared.state.next(isConnected: isConnected, now: now)
                if case .wait = step { shared.enter(thread, isConnected: isConnected) }
                return (step, shared.state.epoch)
            }
            guard case .wait(let time) = step else { return (step, epoch) }
            hasWaited = true
            if let time {
                _ = thread.wait(timeout: .now() + (time - now) / .seconds(1))
            } else {
                thread.wait()
            }
        }
    }
}
