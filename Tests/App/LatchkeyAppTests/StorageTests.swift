import Dispatch
import FoundationEssentials
import Logging
import SessionStorage
import StorageTestSupport
import TaskCore
import TestSupport
import Testing

@testable import LatchkeyApp
@testable import PostgreSQLSessionStorage

/// Sessions and tasks in one database on a server.
@Suite(.timeLimit(.minutes(2))) struct StorageTests {
    /// An owner as the API names it; each new connection reassigns owners that are no user keys.
    private static let alice = "sub https://login.example alice"

    private func record(_ subject: String) -> SessionRecord {
        let now = Date.now
        return SessionRecord(
            id: SessionID(), user: "sub https://login.example \(subject)", scope: "https://login.example",
            issuer: "https://login.example", subject: subject, providerSession: nil, authority: "main", started: now,
            expires: now + 3600, lastUsed: now, browser: "")
    }

    private func withStorage(_ body: (Storage, _ url: String) async throws -> Void) async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let location = DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
        let storage = try Storage(
            location, users: .test(), maximumTasks: 10, logger: .silent)
        try await storage.tasks.check()
        try await body(storage, url)
    }

    @Test(
        "The tables of tasks are made before the first call, once they can be, and each reason why not is logged once")
    func tables() async throws {
        let server = try await TestPostgreSQL.shared
        let name = "late_\(UInt32.random(in: 0 ... .max))"
        // The role has no right to create tables.
        let url = server.url(ofDatabase: name, query: "&options=-crole%3Dpg_monitor")
        let storage = try Storage(
            .postgreSQL(try #require(try PostgreSQLURL(url))), users: .test(), maximumTasks: 10, logger: .silent)
        let (reasons, continuation) = AsyncStream.makeStream(of: String.self)
        let logger = Logger(label: "test") { _ in
            WatchedLog { _, event in continuation.yield("\(event.metadata?["reason"] ?? "")") }
        }
        try await withThrowingTaskGroup { group in
            group.addTask { try await TaskTablesService(tasks: storage.tasks, logger: logger).run() }
            var reason = reasons.makeAsyncIterator()
            #expect(await reason.next()?.contains("does not exist") == true)
            _ = try await server.run("CREATE DATABASE \(name)")
            #expect(await reason.next()?.contains("permission denied") == true)
            let plain = server.url(ofDatabase: name)
            _ = try await server.run("GRANT ALL ON SCHEMA public TO pg_monitor", inDatabase: plain)
            let tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'latchkey_tasks'"
            try await eventually { try await server.run(tables, inDatabase: plain) == "1" }
            group.cancelAll()
        }
    }

    /// The longest of several times that a session takes to start, to be listed and to end.
    private func longestSession(_ sessions: any SessionStore) async throws -> Duration {
        var longest = Duration.zero
        for _ in 0..<30 {
            let (record, start) = (record("bob"), ContinuousClock.now)
            try await sessions.insert(record, tokens: [], replacing: nil)
            #expect(try await sessions.session(record.id)?.id == record.id)
            _ = try await sessions.end(record.id, until: record.expires)
            longest = max(longest, ContinuousClock.now - start)
        }
        return longest
    }

    private func waitForBulkChange(in url: String) async throws {
        let count = "SELECT count(*) FROM latchkey_bulk_changes"
        try await eventually { try await TestPostgreSQL.shared.run(count, inDatabase: url) == "1" }
    }

    @Test(
        "While six callers change all 400,000 tasks of a user, another's session starts and ends within a second"
    )
    func bulkChanges() async throws {
        try await withStorage { storage, url in
            try await TestPostgreSQL.shared.run(
                """
                INSERT INTO latchkey_tasks (owner, id, task, completed, created) \
                SELECT '\(Self.alice)', lpad(n::text, 26, '0'), 'task ' || n, false, now() FROM generate_series(1, 400000) AS n
                """, inDatabase: url)
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                for number in 0..<6 {
                    group.addTask {
                        while !Task.isCancelled {
                            try? await storage.tasks.changeAll(owner: Self.alice, completed: number.isMultiple(of: 2))
                        }
                    }
                }
                try await waitForBulkChange(in: url)
                #expect(try await longestSession(storage.sessions) < .seconds(1))
                try await waitForBulkChange(in: url)
            }
        }
    }

    @Test("Sessions have connections of their own: calls on tasks that the server holds up don't hold them up")
    func separateConnections() async throws {
        try await withStorage { storage, url in
            let released = DispatchSemaphore(value: 0)
            let server = try await TestPostgreSQL.shared
            // A connection that is still being made reads tasks, too.
            let idle = """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' \
                AND application_name = 'latchkey'
                """
            repeat {
                // Connections are made as calls need them.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<12 {
                        group.addTask { try await storage.sessions.check() }
                        group.addTask { _ = try await storage.sessions.changeCounter() }
                        group.addTask {
                            _ = try await storage.tasks.tasks(of: Self.alice, completed: nil, limit: 1, after: nil)
                        }
                    }
                    try await group.waitForAll()
                }
            } while try await server.run(idle, inDatabase: url) != "7"
            let other = try PostgreSQLDatabase(
                try #require(try PostgreSQLURL(url)), connectionCount: 1, schema: nil,
                logger: .silent)
            let locks = """
                SELECT count(*) FROM pg_locks WHERE relation = 'latchkey_tasks'::regclass AND granted \
                AND mode = 'AccessExclusiveLock'
                """
            let waits = """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer {
                    released.signal()
                    group.cancelAll()
                }
                group.addTask {
                    try await other.perform { connection throws(PostgreSQLStorageError) in
                        try connection.run("BEGIN; LOCK TABLE latchkey_tasks")
                        released.wait()
                        try connection.run("COMMIT")
                    }
                }
                try await eventually { try await server.run(locks, inDatabase: url) == "1" }
                for _ in 0..<12 {
                    group.addTask {
                        // Four of them wait for the lock until their statement's limit.
                        _ = try? await storage.tasks.tasks(of: Self.alice, completed: nil, limit: 1, after: nil)
                    }
                }
                try await eventually { try await server.run(waits, inDatabase: url) == "4" }
                // The calls come to an end, although the lock isn't released before.
                _ = try await longestSession(storage.sessions)
                #expect(try await server.run(locks, inDatabase: url) == "1")
            }
        }
    }

    @Test("The session limit of the settings is the store's", arguments: [false, true])
    func limit(isServer: Bool) async throws {
        let folder = try TemporaryFolder()
        let url = isServer ? try await TestPostgreSQL.shared.makeDatabase() : ""
        let location =
            isServer
            ? DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
            : .sqlite(path: folder.file("latchkey.sqlite"))
        let store = try Storage(
            location, users: .test(), maximumTasks: 1, logger: .silent
        ).tasks
        _ = try await store.add(TaskText("milk"), owner: Self.alice)
        await #expect(throws: TaskLimitError.self) { try await store.add(TaskText("bread"), owner: Self.alice) }
    }
}
