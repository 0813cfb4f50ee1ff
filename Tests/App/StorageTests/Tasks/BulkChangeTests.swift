import Synchronization
import TaskCore
import Testing

@Suite(.timeLimit(.minutes(2))) struct BulkChangeTests {
    private func fill(_ store: any TaskStore, _ count: Int, completed: Int = 0) async throws {
        for number in 0..<count {
            let task = try await store.add(TaskText(number.isMultiple(of: 2) ? "even" : "odd"), owner: "alice")
            if number < completed { _ = try await store.change(task.id, owner: "alice", text: nil, completed: true) }
        }
        _ = try await store.add(TaskText("even"), owner: "bob")
    }

    private func counts(_ store: any TaskStore, _ owner: String = "alice") async throws -> [Int] {
        let page = try await store.tasks(of: owner, completed: nil, limit: 1, after: nil)
        return [page.total, page.completed]
    }

    @Test(
        "A change of all tasks reaches all of the owner's, in batches of a thousand at most",
        arguments: StorageKind.shared)
    func batches(kind: StorageKind) async throws {
        let (store, _, folder) = try await kind.makeReplicas()
        try await fill(store, 2100, completed: 10)
        let observed = ObservedChange(store)
        #expect(try await observed.run(.mark(completed: true), owner: "alice") == 2090)
        #expect(observed.counts == [990, 1000, 100])
        #expect(try await counts(store) == [2100, 2100])
        #expect(try await store.deleteAll(named: "odd", owner: "alice") == 1050)
        #expect(try await counts(store) == [1050, 1050])
        try await store.deleteCompleted(owner: "alice")
        #expect(try await counts(store) == [0, 0])
        #expect(try await counts(store, "bob") == [1, 0])
        _ = folder
    }

    @Test(
        "A cancelled change of all tasks ends after the batch under way, and another one may start at once",
        arguments: StorageKind.shared
    )
    func cancelled(kind: StorageKind) async throws {
        let (store, _, folder) = try await kind.makeReplicas()
        try await fill(store, 2500)
        let observed = ObservedChange(store, onBatch: { if $0 == 2 { withUnsafeCurrentTask { $0?.cancel() } } })
        await #expect(throws: CancellationError.self) {
            try await Task { try await observed.run(.mark(completed: true), owner: "alice") }.value
        }
        #expect(try await counts(store) == [2500, 2000])
        // No replica has the lease, so the first attempt gets it.
        #expect(try await store.changeBatch(.deleteNamed("none"), after: "", under: BulkLease(owner: "alice")) != nil)
        _ = folder
    }

    @Test(
        "A second change of the owner's tasks waits for the first at whichever replica, and another owner's doesn't",
        arguments: StorageKind.shared)
    func secondWaits(kind: StorageKind) async throws {
        let (here, there, folder) = try await kind.makeReplicas()
        try await fill(here, BulkChange.batchSize)
        let lease = BulkLease(owner: "alice")
        #expect(try await here.changeBatch(.mark(completed: true), after: "", under: lease)?.last != nil)
        let waiting = AsyncStream.makeStream(of: Void.self)
        let second = ObservedChange(there, onRefusal: { waiting.continuation.yield() })
        async let change = second.run(.mark(completed: false), owner: "alice")
        for await _ in waiting.stream { break }
        #expect(try await counts(there) == [BulkChange.batchSize, BulkChange.batchSize])
        try await there.changeAll(owner: "bob", completed: true)
        #expect(try await counts(there, "bob") == [1, 1])
        try await here.release(lease)
        #expect(try await change == BulkChange.batchSize)
        #expect(try await counts(here) == [BulkChange.batchSize, 0])
        _ = folder
    }

    @Test(
        "A second change of the owner's tasks is refused after five seconds, and has changed nothing",
        arguments: StorageKind.shared)
    func secondIsRefused(kind: StorageKind) async throws {
        let (here, there, folder) = try await kind.makeReplicas()
        try await fill(here, BulkChange.batchSize)
        let lease = BulkLease(owner: "alice")
        #expect(try await here.changeBatch(.mark(completed: true), after: "", under: lease) != nil)
        let first = Task {
            while true {
                // Each batch of the first change takes that long.
                try await Task.sleep(for: .milliseconds(200))
                _ = try await here.changeBatch(.mark(completed: true), after: "", under: lease)
            }
        }
        let start = ContinuousClock.now
        await #expect(throws: BulkChangeUnderWayError.self) { try await there.deleteCompleted(owner: "alice") }
        #expect(ContinuousClock.now - start >= .seconds(5))
        first.cancel()
        #expect(try await counts(here) == [BulkChange.batchSize, BulkChange.batchSize])
        _ = folder
    }

    @Test(
        "A change whose process has crashed delays the next one by a few seconds only, and can't go on next to it",
        arguments: StorageKind.shared)
    func crashed(kind: StorageKind) async throws {
        let (here, there, folder) = try await kind.makeReplicas()
        try await fill(here, BulkChange.batchSize)
        let (crashed, next) = (BulkLease(owner: "alice"), BulkLease(owner: "alice"))
        let batch = try await here.changeBatch(.mark(completed: true), after: "", under: crashed)
        #expect(try await there.changeBatch(.mark(completed: false), after: "", under: next) == nil)
        try await there.changeAll(owner: "alice", completed: false)
        #expect(try await there.changeBatch(.mark(completed: false), after: "", under: next)?.last != nil)
        #expect(
            try await here.changeBatch(.mark(completed: true), after: try #require(batch?.last), under: crashed) == nil)
        #expect(try await counts(there) == [BulkChange.batchSize, 0])
        _ = folder
    }
}

/// A store's bulk changes, with a look at each batch.
private final class ObservedChange: BulkChanging {
    private let store: any BulkChanging
    private let onBatch: @Sendable (Int) -> Void
    private let onRefusal: @Sendable () -> Void
    private let batches = Mutex<[Int]>([])

    /// - Parameters:
    ///   - onBatch: Called after each batch with how many there were.
    ///   - onRefusal: Called when another has the lease.
    init(
        _ store: any BulkChanging, onRefusal: @escaping @Sendable () -> Void = {},
        onBatch: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.store = store
        self.onBatch = onBatch
        self.onRefusal = onRefusal
    }

    /// How many tasks each batch has changed.
    var counts: [Int] { batches.withLock(\.self) }

    func changeBatch(_ change: BulkChange, after place: String, under lease: BulkLease) async throws -> BulkBatch? {
        guard let batch = try await store.changeBatch(change, after: place, under: lease) else {
            onRefusal()
            return nil
        }
        onBatch(
            batches.withLock {
                $0.append(batch.count)
                return $0.count
            })
        return batch
    }

    func release(_ lease: BulkLease) async throws { try await store.release(lease) }
}
