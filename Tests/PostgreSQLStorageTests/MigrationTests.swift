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
}
