import FoundationEssentials
import SessionStorage
import StorageTestSupport
import Synchronization
import TaskCore
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage
@testable import TaskStorage

@Suite struct MigrationTests {
    @Test("Many processes may start with an empty database at the same time, and write at the same time")
    func atOnce() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = try PostgreSQLTaskStore(url, connectionCount: 2)
                    var ids: [String] = []
                    for _ in 0..<5 { ids.append(try await store.add(TaskText("by \(number)"), owner: "alice").id) }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 40)
        let store = try PostgreSQLTaskStore(url)
        let page = try await store.tasks(of: "alice", completed: nil, limit: 100, after: nil)
        #expect(page.items.map(\.id) == ids.sorted())
        let version = try await store.database.number("SELECT version FROM latchkey_schema")
        #expect(version == Int64(PostgreSQLSchema.tasks.steps.count))
    }

    @Test("A migration step that is repeated does no harm")
    func repeated() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (store, sessions) = (try PostgreSQLTaskStore(url), try PostgreSQLSessionStore(url))
        let task = try await store.add(TaskText("milk"), owner: "alice")
        try await sessions.storePendingForm([1], named: [2], of: [3], until: .distantFuture, limit: 1)
        try await store.database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("UPDATE latchkey_schema SET version = 0; UPDATE latchkey_session_schema SET version = 0")
            for schema in [PostgreSQLSchema.tasks, .sessions] { try schema.migrate(connection) }
        }
        #expect(try await store.task(task.id, owner: "alice") == task)
        #expect(try await sessions.pendingForm(named: [2], now: .now) == [1])
        _ = try await sessions.insert(.sample(), tokens: [], replacing: SessionID())
    }

    @Test("A database of a later version is refused, but not by a process that has used it before")
    func laterVersion() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let running = try PostgreSQLDatabase(url, connectionCount: 1)
        try await running.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("UPDATE latchkey_session_schema SET version = 1000")
        }
        let starting = try PostgreSQLDatabase(url)
        let error = await storageError { try await starting.check() }
        #expect(error?.kind == .newerSchema)
        let inspection = await storageError { _ = try await inspect(url) }
        #expect(inspection?.kind == .newerSchema)
        _ = await storageError { _ = try await running.number("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())") }
        try await running.check()
    }

    @Test("Tables that are made again while a process runs are not assigned again at the next start")
    func removedTables() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let location = try #require(try PostgreSQLURL(url))
        let assignment = OwnerAssignment(prefix: "sub https://id.example ", requiresGUIDs: false)
        let running = try PostgreSQLTaskStore(
            location, connectionCount: 1, assignment: assignment, logger: .silent)
        try await running.check()
        _ = await storageError {
            try await running.database.perform { connection throws(PostgreSQLStorageError) in
                try connection.run(
                    """
                    DROP TABLE latchkey_schema, latchkey_tasks, latchkey_last_tasks, latchkey_bulk_changes,
                        latchkey_user_assignment
                    """)
                try connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
            }
        }
        let owner = "sub https://id.example alice"
        let task = try await running.add(TaskText("milk"), owner: owner)
        let restarted = try PostgreSQLTaskStore(location, assignment: assignment, logger: .silent)
        #expect(try await restarted.task(task.id, owner: owner) == task)
    }

    @Test("A failed preparation of the database runs again with the next connection") func failedPreparation()
        async throws
    {
        let location = try #require(try PostgreSQLURL(try await TestPostgreSQL.shared.makeDatabase()))
        let runs = Mutex(0)
        let database = try PostgreSQLDatabase(location, connectionCount: 1, schema: .tasks, logger: .silent) {
            _ throws(PostgreSQLStorageError) in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            // The second connection finds the tables in order, and is no first one.
            if run == 2 { throw PostgreSQLStorageError(.exhausted, "disk full") }
        }
        let end = {
            _ = await storageError {
                _ = try await database.number("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())")
            }
        }
        await end()
        #expect(await storageError { _ = try await database.number("SELECT 1::bigint") } != nil)
        try await eventually { (try? await database.number("SELECT 1::bigint")) == 1 }
        #expect(runs.withLock(\.self) == 3)
    }

    private func inspect(_ url: String) async throws -> PostgreSQLInspection {
        try await PostgreSQLInspection(try #require(try PostgreSQLURL(url)), logger: .silent)
    }

    @Test("The inspection of a database changes nothing, and says if tables of either kind are missing")
    func inspection() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let found = try await inspect(url)
        #expect(found.server.hasPrefix("PostgreSQL "))
        #expect(found.lacksTables && found.mayMakeTables)
        #expect(try await inspect(url).lacksTables)
        try await PostgreSQLDatabase(url).check()
        #expect(try await inspect(url).lacksTables)
        try await PostgreSQLTaskStore(url).check()
        #expect(try await !inspect(url).lacksTables)
    }

    @Test("The inspection finds a user who may not create tables")
    func rights() async throws {
        let server = try await TestPostgreSQL.shared
        let url = try await server.makeDatabase(query: "&options=-crole%3Dpg_monitor")
        let found = try await inspect(url)
        #expect(found.lacksTables && !found.mayMakeTables)
        let error = await storageError { try await PostgreSQLDatabase(url).check() }
        #expect(error?.sqlState == "42501")
    }

    @Test(
        "The inspection finds a read-only database, with tables and without", arguments: [true, false])
    func readOnly(hasTables: Bool) async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        if hasTables {
            try await PostgreSQLDatabase(url).check()
            try await PostgreSQLTaskStore(url).check()
        }
        #expect(try await !inspect(url).isReadOnly)
        let readOnly = try #require(try PostgreSQLURL(url + "&options=-cdefault_transaction_read_only%3Don"))
        let found = try await PostgreSQLInspection(readOnly, logger: .silent)
        #expect(found.isReadOnly && found.lacksTables == !hasTables)
    }

    @Test("The inspection names missing privileges, and a user with just the needed ones can do everything")
    func privileges() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let owner = try PostgreSQLDatabase(url)
        try await owner.check()
        try await PostgreSQLTaskStore(url).check()
        let role = "limited_\(url.split(separator: "?")[0].split(separator: "_").last ?? "")"
        try await owner.perform { connection throws(PostgreSQLStorageError) in try connection.run("CREATE ROLE \(role)")
        }
        let limited = "\(url)&options=-crole%3D\(role)"
        // Not even the version can be read.
        let refusal = await storageError {
            _ = try await inspect(limited)
        }
        #expect(refusal?.sqlState == "42501")
        try await owner.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("GRANT SELECT ON latchkey_schema, latchkey_session_schema TO \(role)")
        }
        let all = try await inspect(limited).missingPrivileges
        #expect(all.contains("DELETE on latchkey_tasks") && all.count > 20)
        for missing in all.dropLast() {
            try await owner.perform { connection throws(PostgreSQLStorageError) in
                try connection.run("GRANT \(missing) TO \(role)")
            }
        }
        let last = try await inspect(limited).missingPrivileges
        #expect(last == all.suffix(1))
        let taskFault = await storageError { try await PostgreSQLTaskStore(limited).check() }
        #expect(taskFault?.kind == .refused && taskFault?.description.contains(last.joined()) == true)
        try await PostgreSQLSessionStore(limited).check()
        try await owner.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("REVOKE DELETE ON latchkey_sessions FROM \(role)")
        }
        let fault = await storageError { try await PostgreSQLSessionStore(limited).check() }
        #expect(fault?.kind == .refused && fault?.description.contains("DELETE on latchkey_sessions") == true)
        try await owner.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("GRANT DELETE ON latchkey_sessions TO \(role)")
        }
        try await owner.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("GRANT \(last.joined()) TO \(role)")
        }
        #expect(
            try await inspect(limited).missingPrivileges
                .isEmpty)
        try await useEverything(limited)
    }

    /// Carries out each kind of statement that there is.
    private func useEverything(_ url: String) async throws {
        let (tasks, sessions, now) = (try PostgreSQLTaskStore(url), try PostgreSQLSessionStore(url), SessionRecord.now)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        _ = try await tasks.add(TaskText("eggs"), owner: "alice")
        try await tasks.changeAll(owner: "alice", completed: true)
        #expect(try await tasks.tasks(of: "alice", completed: nil, limit: 10, after: nil).items.count == 2)
        #expect(try await tasks.delete(task.id, owner: "alice"))
        let record = SessionRecord.sample(sid: "s")
        _ = try await sessions.insert(record, tokens: [1], replacing: SessionID())
        try await sessions.noteUses([record.id: now])
        let lease = try await sessions.acquireLease(
            of: record.id, replacing: 0, by: [1], until: now + 9, takingOver: nil)
        #expect(lease == .acquired)
        try await sessions.releaseLease(of: record.id, by: [1])
        #expect(try await sessions.replaceTokens(of: record.id, with: [2], replacing: 0))
        let group = SessionGroup.providerSession("s", issuer: record.issuer, authority: nil)
        let ended = try await sessions.endAll(
            group, limit: 1, consuming: OneTimeValue([1], expires: now + 60))
        #expect(ended?.map(\.id) == [record.id])
        try await sessions.storePendingForm([1], named: [1], of: [1], until: now + 60, limit: 1)
        #expect(try await sessions.takePendingForm(named: [1], now: now) == [1])
        _ = try await sessions.endings(after: 0, now: now)
        #expect(try await sessions.session(record.id) == nil)
        #expect(try await sessions.sessions(of: record.user, now: now).isEmpty)
        try await sessions.removeExpired(now: now + 120)
    }
}
