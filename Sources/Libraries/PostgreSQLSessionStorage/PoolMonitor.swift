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
        /// Whether the thread of ``PoolMonitor/failLateCalls()`` waits for a call.
        var isTimerIdle = false

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
    /// Wakes the thread of ``failLateCalls()``.
    private let timer = DispatchSemaphore(value: 0)

    /// - Parameter connectionCount: Maximum number of connections.
    init(connectionCount: Int) {
        shared = Mutex(Shared(state: PoolState(connectionCount: connectionCount)))
    }

    /// Hands a call in, and wakes the thread that is to perform it, or to connect for it.
    ///
    /// No other thread is woken: most would find nothing to do, at the cost of the call itself. If no thread with a
    /// connection is woken for the call, the timer watches it, which is awake as long as calls wait.
    ///
    /// - Returns: Why it is refused; `nil` if it isn't.
    func submit(_ call: any PendingCall) -> PostgreSQLStorageError? {
        let (refusal, thread, wakesTimer) = shared.withLock {
            shared -> (PostgreSQLStorageError?, DispatchSemaphore?, Bool) in
            if let refusal = shared.state.submit(call) { return (refusal, nil, false) }
            let woken = shared.state.idle - shared.connected.count
            if shared.state.startable > woken, let thread = shared.connected.popLast() { return (nil, thread, false) }
            defer { shared.isTimerIdle = false }
            return (nil, shared.state.needsConnection ? shared.unconnected.popLast() : nil, shared.isTimerIdle)
        }
        thread?.signal()
        if wakesTimer { timer.signal() }
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
        timer.signal()
        return result
    }

    /// Fails each call that waits too long for its turn, until the pool is closed.
    func failLateCalls() {
        while true {
            let now = ContinuousClock.now
            let (late, isClosed) = shared.withLock { shared in
                let late = shared.state.takeLate(now: now)
                shared.isTimerIdle = late.next == nil
                return (late, shared.state.isClosed)
            }
            for call in late.calls { call.fail(late.error) }
            if isClosed { return }
            _ = timer.wait(timeout: late.next.map { .now() + ($0 - now) / .seconds(1) } ?? .distantFuture)
        }
    }

    /// The next action of a thread that isn't to wait.
    struct Turn: Sendable {
        let step: PoolState.Step
        let epoch: Int
    }

    /// Notes that a call that writes has ended.
    ///
    /// No other thread is woken, because the one that performed the call takes the next one; but once commits get
    /// through again, more calls may write at a time.
    func endWrite(_ outcome: PoolState.WriteOutcome) -> PoolState.StallChange? {
        let change = shared.withLock { $0.state.endWrite(outcome) }
        if change == .ended { self.change { _ in } }
        return change
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
                if case .wait = step { shared.enter(thread, isConnected: isConnected) }
                return Turn(step: step, epoch: shared.state.epoch)
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
