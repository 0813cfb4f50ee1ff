import FoundationEssentials
import StorageTestSupport
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage
@testable import SessionStorage

/// A server that loses its synchronous standby: a commit gets no response within the time limit, and what it stored is
/// visible there all the same.
@Suite(.timeLimit(.minutes(3))) struct StandbyTests {
    private let now = SessionRecord.now
    private let expiry = SessionRecord.now + 3600

    /// A server with a standby, and the URL of a database that is found at either.
    private func pair() async throws -> (server: TestPostgreSQL, url: String) {
        let server = try await TestPostgreSQL()
        let url = try await server.makeDatabase()
        // The tables are made while no commit waits.
        try await PostgreSQLSessionStore(url).check()
        try await PostgreSQLTaskStore(url).check()
        try await server.makeStandby()
        return (server, server.urlWithStandby(url))
    }

    /// Repeats a call until the server that takes over has found its way.
    private func retrying<Value>(_ call: () async throws -> Value) async throws -> Value {
        while true {
            do { return try await call() } catch let error as PostgreSQLStorageError where error.isPassing {
                await Task.yield()
            }
        }
    }

    @Test("New tokens whose commit was cancelled wait until another commit has stored them, also at the next server")
    func tokens() async throws {
        let (server, url) = try await pair()
        let (store, pending) = (try PostgreSQLSessionStore(url), PendingWrites())
        let record = SessionRecord.sample()
        _ = try await store.insert(record, tokens: [0], replacing: nil)
        let new = StoredTokens(authority: "main", counter: 1, sealed: [1])
        try await server.killStandby()

        let error = await storageError { _ = try await store.replaceTokens(of: record.id, with: [1], replacing: 0) }
        #expect(error?.kind == .timedOut, "\(String(describing: error))")
        pending.store(new, of: record.id, until: expiry)
        // The tokens become visible once the server has cancelled the commit.
        try await eventually { try await store.tokens(of: record.id) == new }
        let repeated = await storageError { try await pending.write(to: store, now: now) }
        #expect(repeated?.kind == .timedOut && pending.tokens(of: record.id) == new)

        try await server.takeOver()
        try await retrying { try await pending.write(to: store, now: now) }
        #expect(try await store.tokens(of: record.id) == new && pending.count == 0)
        #expect(pending.takeRevocable().isEmpty)
    }

    @Test("A logout token whose ending can still be lost is not refused as used, and ends the session in the end")
    func logoutToken() async throws {
        let (server, url) = try await pair()
        let (store, other) = (try PostgreSQLSessionStore(url), try PostgreSQLSessionStore(url))
        let record = SessionRecord.sample(sid: "s")
        let group = SessionGroup.providerSession("s", issuer: record.issuer, authority: "main")
        let value = OneTimeValue([7], expires: expiry)
        _ = try await store.insert(record, tokens: [0], replacing: nil)
        try await server.killStandby()

        for replica in [store, store, other] {
            let error = await storageError { _ = try await replica.endAll(group, limit: 9, consuming: value) }
            #expect(error?.isPassing == true, "\(String(describing: error))")
        }
        try await eventually { try await other.tokens(of: record.id) == nil }
        // The same without a value, as a user ends other sessions.
        let error = await storageError { _ = try await store.endAll(.user(record.user, except: nil)) }
        #expect(error?.isPassing == true, "\(String(describing: error))")

        try await server.takeOver()
        let ended = try await retrying { try await store.endAll(group, limit: 9, consuming: value) }
        #expect(ended?.map(\.id) == [record.id])
        #expect(try await store.endAll(group, limit: 9, consuming: value) == nil)
    }

    @Test("A task whose deletion can still be lost isn't reported as gone")
    func deletion() async throws {
        let (server, url) = try await pair()
        let tasks = try PostgreSQLTaskStore(url)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        try await server.killStandby()
        for _ in 0..<2 {
            await #expect(throws: TaskStoreUnavailableError.self) {
                _ = try await tasks.delete(task.id, owner: "alice")
            }
            try await eventually { try await tasks.task(task.id, owner: "alice") == nil }
        }
        try await server.startStandby()
        // Now the deletion is stored, too.
        while (try? await tasks.delete(task.id, owner: "alice")) != false { await Task.yield() }
    }

    @Test("While no commit gets through the checks fail and reading goes on; the log has one start and one end")
    func readiness() async throws {
        let (server, url) = try await pair()
        let log = RecordedLog()
        let location = try #require(try PostgreSQLURL(url))
        let store = try PostgreSQLSessionStore(location, logger: log.logger)
        let tasks = try PostgreSQLTaskStore(location, logger: log.logger)
        try await store.check()
        try await tasks.check()
        try await server.killStandby()
        for _ in 0..<2 {
            let error = await storageError { try await store.check() }
            #expect(error?.isPassing == true, "\(String(describing: error))")
            _ = try await store.changeCounter()
        }
        await #expect(throws: TaskStoreUnavailableError.self) { try await tasks.check() }
        #expect(try await tasks.tasks(of: "alice", completed: nil, limit: 1, after: nil).total == 0)
        #expect(log.events == ["database_unreachable", "database_unreachable"], "one for each kind of connection")

        try await server.startStandby()
        try await retrying { try await store.check() }
        while (try? await tasks.check()) == nil { await Task.yield() }
        let (starts, ends) = (
            ["database_unreachable", "database_unreachable"], ["database_reachable", "database_reachable"]
        )
        // The log follows the result of a call.
        try await eventually { log.events == starts + ends }
    }

    @Test("Calls that read have a connection while those that write wait for a commit")
    func reading() async throws {
        let (server, url) = try await pair()
        let tasks = try PostgreSQLTaskStore(url)
        _ = try await tasks.add(TaskText("milk"), owner: "alice")
        try await server.killStandby()
        let ends = try await withThrowingTaskGroup(of: ContinuousClock.Instant?.self) { group in
            for owner in 0..<4 {
                group.addTask {
                    let error = await #expect(throws: TaskStoreUnavailableError.self) {
                        _ = try await tasks.add(TaskText("milk"), owner: "\(owner)")
                    }
                    // The fourth waits for the others, and fails earlier.
                    return error?.description.contains("hasn't responded") == true ? .now : nil
                }
            }
            let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            while try await tasks.database.number(waiting) != 3 {}
            for _ in 0..<5 { _ = try await tasks.tasks(of: "alice", completed: nil, limit: 1, after: nil) }
            let haveRead = ContinuousClock.now
            return try await group.reduce(into: [Bool]()) { ends, end in if let end { ends.append(end > haveRead) } }
        }
        #expect(ends == [true, true, true])
    }
}
