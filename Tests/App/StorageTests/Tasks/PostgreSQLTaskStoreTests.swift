import FoundationEssentials
import PostgreSQLSessionStorage
import StorageTestSupport
import TaskCore
import TaskStorage
import Testing

@Suite struct PostgreSQLTaskStoreTests {
    @Test("A clock that was set back, or is behind another replica's, leaves the order as it is")
    func clockSetBack() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let now = Date(timeIntervalSince1970: 1_769_860_800)
        let first = try await PostgreSQLTaskStore(url, now: { now }).add(TaskText("first"), owner: "alice")
        let store = try PostgreSQLTaskStore(url, now: { now - 3600 })
        let second = try await store.add(TaskText("second"), owner: "alice")
        let third = try await store.add(TaskText("third"), owner: "alice")
        #expect(
            try await store.tasks(of: "alice", completed: nil, limit: 10, after: first.id).items == [second, third])
        #expect(second.creationDate == now - 3600)
    }

    @Test("A task is added after another transaction of its owner, also at a stricter level of isolation")
    func stricterIsolation() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase(
            query: "&options=-cdefault_transaction_isolation%3Dserializable")
        let store = try PostgreSQLTaskStore(url, connectionCount: 3)
        let first = try await store.add(TaskText("first"), owner: "alice")
        let held = HeldTransaction()
        let second = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: store.database) { connection throws(PostgreSQLStorageError) in
                    try connection.execute("UPDATE latchkey_last_tasks SET id = id")
                }
            }
            try await held.reach()
            async let second = store.add(TaskText("second"), owner: "alice")
            try await store.database.waitForLockWaits()
            held.commit()
            try await group.waitForAll()
            return try await second
        }
        #expect(
            try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).items == [first, second])
    }

    @Test("An owner with a NUL is refused, not cut")
    func ownerWithNull() async throws {
        let store = try await PostgreSQLTaskStore.fresh()
        let task = try await store.add(TaskText("milk"), owner: "alice")
        for call in [
            { _ = try await store.tasks(of: "alice\0", completed: nil, limit: 10, after: nil) },
            { _ = try await store.task(task.id, owner: "alice\0") },
            { _ = try await store.delete(task.id, owner: "alice\0") },
            { _ = try await store.add(TaskText("bread"), owner: "alice\0") },
        ] as [@Sendable () async throws -> Void] {
            #expect(await storageError(call)?.kind == .unstorableText)
        }
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).items == [task])
    }

    @Test("Text that looks like SQL is stored as it is")
    func quoting() async throws {
        let store = try await PostgreSQLTaskStore.fresh()
        for text in ["'; DROP TABLE latchkey_tasks; --", "\\'", "$1", "%s", "\u{FEFF}", "\u{10FFFF}"] {
            let task = try await store.add(TaskText(text), owner: text)
            #expect(task.task.utf8.elementsEqual(text.utf8))
            #expect(try await store.task(task.id, owner: text) == task)
        }
    }
}
