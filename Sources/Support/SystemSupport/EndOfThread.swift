import Synchronization

/// Lets tasks wait for the end of a thread without blocking one.
final class EndOfThread: Sendable {
    private struct State {
        var isReached = false
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Resumes the waiting tasks.
    ///
    /// It has to be the thread's last action.
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

    /// - Parameter isVain: Called under the lock, so that a cancellation is either seen here or finds the waiting task.
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
