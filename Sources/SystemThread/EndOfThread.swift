import Synchronization

/// Lets tasks wait for the end of a thread without holding one up.
final class EndOfThread: Sendable {
    private enum State {
        case ahead([CheckedContinuation<Void, Never>])
        case reached
    }

    private let state = Mutex(State.ahead([]))

    /// Says that the end has come.
    ///
    /// Nothing but the thread's own end may follow.
    func arrive() {
        let waiting = state.withLock { state in
            guard case .ahead(let waiting) = state else { return [CheckedContinuation<Void, Never>]() }
            state = .reached
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the end.
    func reach() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard case .ahead(let waiting) = state else { return true }
                state = .ahead(waiting + [continuation])
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
