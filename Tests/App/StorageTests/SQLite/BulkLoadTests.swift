import Dispatch
import FoundationEssentials
import GRDB
import SessionStorage
import Synchronization
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import SQLiteSessionStorage

/// Sessions while one user changes very many tasks again and again.
@Suite(.timeLimit(.minutes(2))) struct BulkLoadTests {
    @Test(
        "While six callers change all 400,000 tasks of a user, thirty sessions start and end before it is done thrice"
    )
    func signIn() async throws {
        let folder = try TemporaryFolder()
        let sessions = try SQLiteSessionStore(path: folder.file("latchkey.sqlite"))
        let (database, store) = (sessions.database, try SQLiteTaskStore(sessions.database))
        try await database.writeTasks {
            try $0.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 400000)
                    INSERT INTO tasks (owner, id, task, completed, created)
                    SELECT 'alice', printf('%026d', n), 'task ' || n, 0, 0 FROM number
                    """)
        }
        let done = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for number in 0..<6 {
                group.addTask {
                    while !Task.isCancelled {
                        // One caller at a time does so; the others give up in the end.
                        let change: Void? = try? await store.changeAll(
                            owner: "alice", completed: number.isMultiple(of: 2))
                        if change == nil { continue }
                        done.note("change")
                    }
                }
            }
            while try await store.tasks(of: "alice", completed: nil, limit: 1, after: nil).completed == 0 {
                await Task.yield()
            }
            let before = done.names.count
            for _ in 0..<30 {
                let record = SessionRecord.sample("bob")
                _ = try await sessions.insert(record, tokens: [1], replacing: nil)
                let found = try await sessions.sessions(of: record.user, now: record.started)
                #expect(found.map(\.id) == [record.id])
                #expect(try await sessions.end(record.id, until: record.expires) != nil)
            }
            // Each of the ninety calls waits for one of the four hundred steps of a change at most.
            #expect(done.names.count - before <= 2)
            let underWay = "SELECT count(*) FROM bulk_changes"
            while try await database.readTasks({ try Int.fetchOne($0, sql: underWay) }) != 1 {
                try Task.checkCancellation()
            }
        }
    }

    @Test("A session's write waits for one transaction of tasks at most, however many writes came before it")
    func order() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("latchkey.sqlite"))
        let (started, mayEnd, order) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0), Order())
        try await withThrowingTaskGroup(of: Void.self) { group in
            var starts = started.stream.makeAsyncIterator()
            let othersWait = DispatchSemaphore(value: 0)
            group.addImmediateTask {
                try await database.writeTasks { _ in
                    started.continuation.yield()
                    othersWait.wait()
                }
            }
            await starts.next()
            for number in 0..<4 {
                group.addImmediateTask {
                    try await database.writeTasks { _ in
                        started.continuation.yield()
                        mayEnd.wait()
                        order.note("tasks \(number)")
                    }
                }
            }
            othersWait.signal()
            await starts.next()
            // The call starts at once, so the session's write waits before the writes of tasks may go on.
            group.addImmediateTask { try await database.writeSessions { _ in order.note("session") } }
            // The transaction under way takes no further write after that.
            try await Task.sleep(for: SharedTransactions.usualDuration)
            for _ in 0..<4 { mayEnd.signal() }
            try await group.waitForAll()
        }
        #expect(order.names.count == 5)
        #expect(order.names.dropFirst().first == "session")
    }
}

private final class Order: Sendable {
    private let list = Mutex<[String]>([])

    var names: [String] { list.withLock(\.self) }

    func note(_ name: String) { list.withLock { $0.append(name) } }
}
