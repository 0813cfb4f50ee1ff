/// The statements of a bulk change, which a database's store has.
package protocol BulkChanging: Sendable {
    /// Acquires or renews the lease, and changes the next tasks, in one transaction.
    ///
    /// If no task follows, the lease is released as well.
    ///
    /// - Returns: `nil` if another has the lease.
    func changeBatch(_ change: BulkChange, after place: String, under lease: BulkLease) async throws -> BulkBatch?
    func release(_ lease: BulkLease) async throws
}

/// How long a caller waits for another's change of the same owner's tasks.
private let patience = Duration.seconds(5)
/// Poll interval while another holds the lease, in milliseconds.
///
/// Randomized so that waiters don't poll in step.
private let pollInterval = 30...70
/// Maximum pause between two batches.
private let longestPause = Duration.milliseconds(20)

extension BulkChanging {
    /// Makes a change, a batch at a time.
    ///
    /// - Returns: How many tasks were changed or deleted.
    /// - Throws: ``BulkChangeUnderWayError`` if another change of the owner's tasks takes too long,
    ///   `CancellationError` between two batches.
    package func run(_ change: BulkChange, owner: String) async throws -> Int {
        let lease = BulkLease(owner: owner)
        do {
            return try await run(change, under: lease)
        } catch let error as CancellationError {
            // In a task that isn't cancelled, because the cancelled one can't write any more. After other errors the
            // database is unreachable, and the lease ends by itself.
            await Task { try? await release(lease) }.value
            throw error
        }
    }

    private func run(_ change: BulkChange, under lease: BulkLease) async throws -> Int {
        let clock = ContinuousClock()
        var (count, place, deadline) = (0, "", clock.now + patience)
        while true {
            let start = clock.now
            guard let batch = try await changeBatch(change, after: place, under: lease) else {
                guard clock.now < deadline else { throw BulkChangeUnderWayError() }
                try await Task.sleep(for: .milliseconds(Int.random(in: pollInterval)))
                continue
            }
            count += batch.count
            guard let last = batch.last else { return count }
            (place, deadline) = (last, clock.now + patience)
            // Leaves the database to others for about half of the time, to other programs with the same file too;
            // throws if the task is cancelled.
            try await Task.sleep(for: min(clock.now - start, longestPause))
        }
    }
}
