import Synchronization

/// Blocks callers until as many as wanted are there, so that each call has a separate connection.
final class Gathering: Sendable {
    private let count: Int
    private let waiting = Mutex([CheckedContinuation<Void, Never>]())

    init(_ count: Int) { self.count = count }

    func wait() async {
        await withCheckedContinuation { continuation in
            let all = waiting.withLock { waiting in
                waiting.append(continuation)
                guard waiting.count == count else { return [CheckedContinuation<Void, Never>]() }
                defer { waiting = [] }
                return waiting
            }
            for each in all { each.resume() }
        }
    }
}
