import Synchronization

/// Lets tasks wait for the end of a thread without holding one up.
final class EndOfThread: Sendable {
    private struct State {
        var isReached = false
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Says that the end has come.
    ///
    /// Nothing but the thread's own end may follow.
    func arrive() {
        let waiting = state.withLock { state in
            state.isReached = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Waits for the end.
    func reach() async {
        _ = await reach(as: newName())
    }

    /// Waits for the end, or for the task's cancellation.
    ///
    /// - Returns: Whether the end has come.
    func reachUnlessCancelled() async -> Bool {
        let name = newName()
        return await withTaskCancellationHandler {
            await reach(as: name) { Task.isCancelled }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: name) }?.resume(returning: false)
        }
    }

    private func newName() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    /// - Parameter isVain: Asked under the lock, so that a cancellation either is seen here or finds who waits.
    private func reach(as name: Int, unless isVain: () -> Bool = { false }) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if state.isReached { return true }
                if isVain() { return false }
                state.waiting[name] = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}
