import Dispatch
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SQLiteSessionStorage

@Suite(.timeLimit(.minutes(1))) struct SharedTransactionsTests {
    private struct Refusal: Error {}

    /// Counts the transactions that are committed.
    private final class Commits: TransactionObserver, Sendable {
        let count = Mutex(0)

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }

    private static func insert(_ number: Int, in database: Database) throws -> Int {
        try database.execute(sql: "INSERT INTO numbers (number) VALUES (?)", arguments: [number])
        return number
    }

    /// Performs writes that all wait for another one, which changes nothing.
    ///
    /// - Returns: The result of each, `nil` if it failed; the stored values then; and the number of transactions.
    private func perform(
        _ writes: [@Sendable (Database) throws -> Int]
    ) async throws -> (results: [Int?], stored: [Int], commits: Int) {
        let folder = try TemporaryFolder()
        let writer = try DatabaseQueue(path: folder.file("numbers.sqlite"))
        try await writer.write { try $0.execute(sql: "CREATE TABLE numbers (number PRIMARY KEY, filling)") }
        let commits = Commits()
        writer.add(transactionObserver: commits)
        let transactions = SharedTransactions(duration: .seconds(600))
        let (results, result) = AsyncStream<(Int, Int?)>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let allWait = DispatchSemaphore(value: 0)
        transactions.write(to: writer) { _ in
            start.yield()
            allWait.wait()
        } done: { _ in
        }
        for await _ in starts { break }
        for (place, write) in writes.enumerated() {
            transactions.write(to: writer, write) { result.yield((place, try? $0.get())) }
        }
        allWait.signal()
        var found = [Int?](repeating: nil, count: writes.count)
        for await (place, value) in results.prefix(writes.count) { found[place] = value }
        let stored = try await writer.read { try Int.fetchAll($0, sql: "SELECT number FROM numbers ORDER BY number") }
        return (found, stored, commits.count.withLock { $0 })
    }

    @Test("Writes that wait are performed in one transaction, in their order") func together() async throws {
        let writes = (1...10).map { number in
            { @Sendable (database: Database) throws -> Int in
                #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM numbers") == number - 1)
                return try Self.insert(number, in: database)
            }
        }
        let outcome = try await perform(writes)
        #expect(outcome.results == Array(1...10))
        #expect(outcome.stored == Array(1...10))
        // One transaction is for the write that they waited for.
        #expect(outcome.commits == 2)
    }

    @Test("A write that is refused before it changes anything leaves the transaction to the others")
    func refused() async throws {
        let outcome = try await perform([
            { try Self.insert(1, in: $0) }, { _ in throw Refusal() }, { try Self.insert(3, in: $0) },
        ])
        #expect(outcome.results == [1, nil, 3])
        #expect(outcome.stored == [1, 3])
        #expect(outcome.commits == 2)
    }

    @Test("A write that fails after a change is undone, and no other") func undone() async throws {
        let outcome = try await perform([
            { try Self.insert(1, in: $0) },
            { database in
                _ = try Self.insert(2, in: database)
                throw Refusal()
            }, { try Self.insert(3, in: $0) },
        ])
        #expect(outcome.results == [1, nil, 3])
        #expect(outcome.stored == [1, 3])
    }

    @Test("After an error of SQLite, the other writes are stored once each") func databaseError() async throws {
        let outcome = try await perform([
            { try Self.insert(1, in: $0) }, { try Self.insert(1, in: $0) }, { try Self.insert(3, in: $0) },
        ])
        #expect(outcome.results == [1, nil, 3])
        #expect(outcome.stored == [1, 3])
        #expect(outcome.commits == 2)
    }

    @Test("If the disk is full for one write, which undoes the transaction, the others are stored") func full()
        async throws
    {
        let outcome = try await perform([
            { try Self.insert(1, in: $0) },
            { database in
                let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
                try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
                try database.execute(sql: "INSERT INTO numbers VALUES (2, zeroblob(1000000))")
                return 2
            }, { try Self.insert(3, in: $0) },
        ])
        #expect(outcome.results == [1, nil, 3])
        #expect(outcome.stored == [1, 3])
    }
}
