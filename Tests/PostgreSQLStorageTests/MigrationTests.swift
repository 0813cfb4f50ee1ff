import FoundationEssentials
import SessionRegistry
import StorageTestSupport
import TaskCore
import Testing

@testable import PostgreSQLStorage

@Suite struct MigrationTests {
    @Test("Many may come to an empty database at the same time, and write at the same time")
    func atOnce() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = PostgreSQLTaskStore(try PostgreSQLDatabase(url, connectionCount: 2))
                    var ids: [String] = []
                    for _ in 0..<5 { ids.append(try await store.add(TaskText("by \(number)"), owner: "alice").id) }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 40)
        let database = try PostgreSQLDatabase(url)
        let page = try await PostgreSQLTaskStore(database).tasks(of: "alice", completed: nil, limit: 100, after: nil)
        #expect(page.items.map(\.id) == ids.sorted())
        #expect(try await database.number("SELECT version FROM latchkey_schema") == Int64(Schema.steps.count))
        #expect(try await database.number("SELECT count(*) FROM latchkey_last_ending") == 1)
    }

    @Test("Each step does no harm where it has been taken")
    func repeated() async throws {
        let database = try await PostgreSQLDatabase.fresh()
        let store = PostgreSQLTaskStore(database)
        let task = try await store.add(TaskText("milk"), owner: "alice")
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("UPDATE latchkey_schema SET version = 0")
            try Schema.bringUpToDate(connection)
        }
        #expect(try await store.task(task.id, owner: "alice") == task)
    }

    @Test("A database of a later version is left alone, but not by a process that has used it before")
    func laterVersion() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let running = try PostgreSQLDatabase(url, connectionCount: 1)
        try await running.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("UPDATE latchkey_schema SET version = 1000")
        }
        let starting = try PostgreSQLDatabase(url)
        let error = await storageError { try await starting.check() }
        #expect(error?.kind == .newerSchema)
        _ = await storageError { _ = try await running.number("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())") }
        try await running.check()
    }

    @Test("Looking at a database changes nothing, and tells what there is to do")
    func inspection() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let found = try await PostgreSQLInspection(try #require(try PostgreSQLURL(url)), logger: .quiet)
        #expect(found.server.hasPrefix("PostgreSQL "))
        #expect(found.lacksTables && found.mayMakeTables)
        #expect(try await PostgreSQLInspection(try #require(try PostgreSQLURL(url)), logger: .quiet).lacksTables)
        try await PostgreSQLDatabase(url).check()
        #expect(try await !PostgreSQLInspection(try #require(try PostgreSQLURL(url)), logger: .quiet).lacksTables)
    }

    @Test("A user who may not make tables is told so")
    func rights() async throws {
        let server = try await TestPostgreSQL.shared
        let url = try await server.makeDatabase(query: "&options=-crole%3Dpg_monitor")
        let found = try await PostgreSQLInspection(try #require(try PostgreSQLURL(url)), logger: .quiet)
        #expect(found.lacksTables && !found.mayMakeTables)
        let error = await storageError { try await PostgreSQLDatabase(url).check() }
        #expect(error?.sqlState == "42501")
    }

    @Test(
        "A database in which nothing can be changed is told apart, with tables and without", arguments: [true, false])
    func readOnly(hasTables: Bool) async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        if hasTables { try await PostgreSQLDatabase(url).check() }
        #expect(try await !PostgreSQLInspection(try #require(try PostgreSQLURL(url)), logger: .quiet).isReadOnly)
        let readOnly = try #require(try PostgreSQLURL(url + "&options=-cdefault_transaction_read_only%3Don"))
        let found = try await PostgreSQLInspection(readOnly, logger: .quiet)
        #expect(found.isReadOnly && found.lacksTables == !hasTables)
    }

    @Test("A user who lacks a right to a table is told which, and one who has just what is needed can do everything")
    func privileges() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let owner = try PostgreSQLDatabase(url)
        try await owner.check()
        let role = "limited_\(url.split(separator: "?")[0].split(separator: "_").last ?? "")"
        try await owner.perform { connection throws(PostgreSQLStorageError) in try connection.run("CREATE ROLE \(role)")
        }
        let limited = "\(url)&options=-crole%3D\(role)"
        // Not even the version can be read.
        let refusal = await storageError {
            _ = try await PostgreSQLInspection(try #require(try PostgreSQLURL(limited)), logger: .quiet)
        }
        #expect(refusal?.sqlState == "42501")
        try await owner.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("GRANT SELECT ON latchkey_schema TO \(role)")
        }
        let all = try await PostgreSQLInspection(try #require(try PostgreSQLURL(limited)), logger: .quiet)
            .missingPrivileges
        #expect(all.contains("DELETE on latchkey_tasks") && all.count > 20)
        for missing in all.dropLast() {
            try await owner.perform { connection throws(PostgreSQLStorageError) in
                try connection.run("GRANT \(missing) TO \(role)")
            }
        }
        let last = try await PostgreSQLInspection(try #require(try PostgreSQLURL(limited)), logger: .quiet)
            .missingPrivileges
        #expect(last == all.suffix(1))
        try await owner.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("GRANT \(last.joined()) TO \(role)")
        }
        #expect(
            try await PostgreSQLInspection(try #require(try PostgreSQLURL(limited)), logger: .quiet).missingPrivileges
                .isEmpty)
        try await useEverything(try PostgreSQLDatabase(limited))
    }

    /// Carries out each kind of statement that there is.
    private func useEverything(_ database: PostgreSQLDatabase) async throws {
        let (tasks, registry, now) = (PostgreSQLTaskStore(database), PostgreSQLSessionRegistry(database), Date.now)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        _ = try await tasks.add(TaskText("eggs"), owner: "alice")
        try await tasks.changeAll(owner: "alice", completed: true)
        #expect(try await tasks.tasks(of: "alice", completed: nil, limit: 10, after: nil).items.count == 2)
        #expect(try await tasks.delete(task.id, owner: "alice"))
        let handle = SessionHandle()
        let record = SessionRecord(
            handle: handle, user: "sub https://login.example alice", scope: "https://login.example",
            issuer: "https://login.example",
            subject: "alice", providerSession: "s", begun: now, browser: "", lastSeen: now, end: now + 60)
        try await registry.begin(record, replacing: SessionHandle())
        try await registry.noteUse(of: handle, at: now)
        #expect(
            try await registry.claimRefresh(of: handle, generation: 0, by: [1], until: now + 10, now: now) == .granted)
        try await registry.releaseRefresh(of: handle, by: [1])
        #expect(try await registry.store(StoredRefresh(generation: 1, sealed: [1]), of: handle, until: now + 60))
        let group = SessionGroup.providerSession("s", issuer: record.issuer)
        #expect(try await registry.endAll(group, spending: [1], until: now + 60)?.map(\.handle) == [handle])
        try await registry.keep([1], as: [1], until: now + 60)
        #expect(try await registry.takeKept([1], now: now) == [1])
        _ = try await registry.endings(after: 0, now: now)
        try await registry.removeExpired(now: now + 120)
    }
}
