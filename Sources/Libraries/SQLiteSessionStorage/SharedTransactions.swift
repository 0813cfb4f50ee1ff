import Dispatch
import GRDB
import Synchronization

/// Performs writes one after the other, and those that wait at the same time in one transaction.
///
/// The commit, with its wait for the disk, costs more than most writes.
final class SharedTransactions: Sendable {
    private struct Write: Sendable {
        /// Performs it, and returns the call of its completion.
        let perform: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Write] = []
        var isRunning = false
    }

    static let usualDuration = Duration.milliseconds(5)

    /// A transaction takes no further write after this time, because sessions' writes wait for it.
    private let duration: Duration
    /// In addition to the writer's, because more writes come during the change of threads, and share the transaction.
    private let queue = DispatchQueue(label: "latchkey.sqlite.shared-transactions")
    private let state = Mutex(State())

    init(duration: Duration = usualDuration) {
        self.duration = duration
    }

    /// Performs a write once the earlier ones are done.
    ///
    /// If it fails, it has changed nothing, and no other write fails with it: if their transaction is undone, each is
    /// performed again in a separate one.
    func write<Value: Sendable>(
        to writer: DatabaseQueue, _ body: @escaping @Sendable (Database) throws -> Value,
        done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let write = Write { database in
            let value = try body(database)
            return { done(.success(value)) }
        } fail: {
            done(.failure($0))
        }
        let isFirst = state.withLock { state in
            state.waiting.append(write)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { queue.async { self.run(writer) } }
    }

    /// Performs writes until none waits.
    private func run(_ writer: DatabaseQueue) {
        while true {
            let writes = state.withLock { state in
                defer { state.waiting = [] }
                state.isRunning = !state.waiting.isEmpty
                return state.waiting
            }
            if writes.isEmpty { return }
            let performed = perform(writes, on: writer)
            state.withLock { $0.waiting.insert(contentsOf: writes[performed...], at: 0) }
        }
    }

    /// Performs as many writes as one transaction takes.
    ///
    /// - Returns: How many.
    private func perform(_ writes: [Write], on writer: DatabaseQueue) -> Int {
        var completions: [@Sendable () -> Void] = []
        do {
            try writer.write { database in
                let end = ContinuousClock.now + duration
                for write in writes {
                    let changes = database.totalChangesCount
                    do {
                        completions.append(try write.perform(database))
                    } catch let error where database.isInsideTransaction && database.totalChangesCount == changes {
                        // The write failed before it changed anything, and SQLite hasn't undone the transaction.
                        completions.append { write.fail(error) }
                    }
                    if .now >= end { break }
                }
            }
        } catch {
            if writes.count > 1 {
                // The writes that were tried run again, each by itself.
                return writes.prefix(completions.count + 1).reduce(0) { $0 + perform([$1], on: writer) }
            }
            completions = [{ writes[0].fail(error) }]
        }
        for complete in completions { complete() }
        return completions.count
    }
}
