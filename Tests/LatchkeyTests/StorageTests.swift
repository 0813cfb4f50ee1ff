import FoundationEssentials
import Logging
import SessionRegistry
import StorageTestSupport
import TaskCore
import Testing

@testable import Latchkey
@testable import PostgreSQLStorage

/// Sessions and tasks in one database on a server.
@Suite(.timeLimit(.minutes(2))) struct StorageTests {
    private func record(_ subject: String) -> SessionRecord {
        let now = Date.now
        return SessionRecord(
            handle: SessionHandle(), user: "sub https://login.example \(subject)", scope: "https://login.example",
            issuer: "https://login.example", subject: subject, providerSession: nil,
            begun: now, browser: "",
            lastSeen: now, end: now + 3600)
    }

    private func withStorage(_ body: (Storage, _ url: String) async throws -> Void) async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let location = DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
        let storage = try Storage(
            location, users: .test(), maximumTasks: 10, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await storage.tasks.check()
        try await body(storage, url)
    }

    /// The longest of several times that a session takes to start, to be listed and to end.
    private func longestSession(_ registry: any SessionRegistry) async throws -> Duration {
        var longest = Duration.zero
        for _ in 0..<30 {
            let (record, start) = (record("bob"), ContinuousClock.now)
            let bob = SessionUser(key: record.user ?? "", issuer: record.issuer, subject: "bob")
            try await registry.begin(record, replacing: nil)
            #expect(
                try await registry.sessions(of: bob, now: .now).map(\.handle) == [
                    record.handle
                ])
            try await registry.end(record.handle, until: record.end)
            longest = max(longest, ContinuousClock.now - start)
        }
        return longest
    }

    private func waitForBulkChange(in url: String) async throws {
        let count = "SELECT count(*) FROM latchkey_bulk_changes"
        while try await TestPostgreSQL.shared.run(count, inDatabase: url) != "1" { try Task.checkCancellation() }
    }

    @Test(
        "While six callers change all 400,000 tasks of a user, another's session starts and ends within a second"
    )
    func bulkChanges() async throws {
        try await withStorage { storage, url in
            try await TestPostgreSQL.shared.run(
                """
                INSERT INTO latchkey_tasks (owner, id, task, completed, created) \
                SELECT 'alice', lpad(n::text, 26, '0'), 'task ' || n, false, now() FROM generate_series(1, 400000) AS n
                """, inDatabase: url)
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                for number in 0..<6 {
                    group.addTask {
                        while !Task.isCancelled {
                            try? await storage.tasks.changeAll(owner: "alice", completed: number.isMultiple(of: 2))
                        }
                    }
                }
                try await waitForBulkChange(in: url)
                #expect(try await longestSession(storage.registry) < .seconds(1))
                try await waitForBulkChange(in: url)
            }
        }
    }

    @Test("Sessions have connections of their own: calls on tasks that the server holds up don't hold them up")
    func separateConnections() async throws {
        try await withStorage { storage, url in
            let other = try PostgreSQLDatabase(
                try #require(try PostgreSQLURL(url)), connectionCount: 1,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await other.perform { connection throws(PostgreSQLStorageError) in
                        try connection.run("BEGIN; LOCK TABLE latchkey_tasks; SELECT pg_sleep(3); COMMIT")
                    }
                }
                let server = try await TestPostgreSQL.shared
                let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event"
                while try await server.run("\(waits) = 'PgSleep'", inDatabase: url) != "1" {
                    try Task.checkCancellation()
                }
                for _ in 0..<12 {
                    group.addTask {
                        _ = try await storage.tasks.tasks(of: "alice", completed: nil, limit: 1, after: nil)
                    }
                }
                while try await server.run("\(waits)_type = 'Lock'", inDatabase: url) != "4" {
                    try Task.checkCancellation()
                }
                #expect(try await longestSession(storage.registry) < .seconds(1))
                #expect(try await server.run("\(waits)_type = 'Lock'", inDatabase: url) == "4")
                try await group.waitForAll()
            }
        }
    }

    @Test("The limit of the settings is the store's", arguments: [false, true])
    func limit(isServer: Bool) async throws {
        let folder = try TemporaryFolder()
        let url = isServer ? try await TestPostgreSQL.shared.makeDatabase() : ""
        let location =
            isServer
            ? DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
            : .sqlite(path: folder.file("latchkey.sqlite"))
        let store = try Storage(
            location, users: .test(), maximumTasks: 1, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).tasks
        _ = try await store.add(TaskText("milk"), owner: "alice")
        await #expect(throws: TaskLimitError.self) { try await store.add(TaskText("bread"), owner: "alice") }
    }
}
