import FoundationEssentials
import TaskCore
import Testing

@Suite struct TaskStoreTests {
    @Test("A new task is there, not completed, with a date in whole seconds", arguments: StorageKind.allCases)
    func add(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let before = Date().timeIntervalSince1970.rounded(.down)
        let task = try await store.add(TaskText(" Milk 🥛 e\u{301} "), owner: "alice")
        #expect(task.task.utf8.elementsEqual(" Milk 🥛 e\u{301} ".utf8))
        #expect(task.owner == "alice")
        #expect(!task.completed)
        #expect(task.creationDate.timeIntervalSince1970 >= before)
        #expect(task.creationDate.timeIntervalSince1970 == task.creationDate.timeIntervalSince1970.rounded())
        #expect(try await store.task(task.id, owner: "alice") == task)
        let page = try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil)
        #expect(page == TaskPage(items: [task], hasMore: false, total: 1, completed: 0))
        _ = folder
    }

    @Test("A change of a task affects the named fields alone", arguments: StorageKind.allCases)
    func change(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        var task = try await store.add(TaskText("milk"), owner: "alice")
        let other = try await store.add(TaskText("bread"), owner: "alice")
        #expect(try await store.change(task.id, owner: "alice", text: nil, completed: nil) == task)
        task.completed = true
        #expect(try await store.change(task.id, owner: "alice", text: nil, completed: true) == task)
        task.task = "oat milk"
        #expect(try await store.change(task.id, owner: "alice", text: TaskText("oat milk"), completed: nil) == task)
        task.completed = false
        task.task = "soy milk"
        #expect(try await store.change(task.id, owner: "alice", text: TaskText("soy milk"), completed: false) == task)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).items == [task, other])
        _ = folder
    }

    @Test("A deleted task is gone, and deleting it again says so", arguments: StorageKind.allCases)
    func delete(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let task = try await store.add(TaskText("milk"), owner: "alice")
        #expect(try await store.delete(task.id, owner: "alice"))
        #expect(try await !store.delete(task.id, owner: "alice"))
        #expect(try await store.task(task.id, owner: "alice") == nil)
        #expect(try await store.change(task.id, owner: "alice", text: nil, completed: true) == nil)
        _ = folder
    }

    @Test("No call on the store reaches another owner's tasks", arguments: StorageKind.allCases)
    func isolation(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let task = try await store.add(TaskText("milk"), owner: "alice")
        // The second two look alike and are others: é in one scalar and in two.
        for (owner, mine) in [
            ("bob", task), ("", task), ("Alice", task), ("alice ", task),
            ("e\u{301}", try await store.add(TaskText("milk"), owner: "\u{E9}")),
        ] {
            #expect(try await store.task(mine.id, owner: owner) == nil)
            #expect(try await store.change(mine.id, owner: owner, text: TaskText("stolen"), completed: true) == nil)
            #expect(try await !store.delete(mine.id, owner: owner))
            #expect(try await store.deleteAll(named: "milk", owner: owner) == 0)
            try await store.changeAll(owner: owner, completed: true)
            try await store.deleteCompleted(owner: owner)
            #expect(
                try await store.tasks(of: owner, completed: nil, limit: 10, after: nil)
                    == TaskPage(items: [], hasMore: false, total: 0, completed: 0))
            #expect(try await store.task(mine.id, owner: mine.owner) == mine)
        }
        _ = folder
    }

    @Test(
        "Marking all and deleting the completed affect all tasks of the owner, and no others",
        arguments: StorageKind.allCases)
    func severalAtOnce(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        for text in ["a", "b", "c"] {
            _ = try await store.add(TaskText(text), owner: "alice")
            _ = try await store.add(TaskText(text), owner: "bob")
        }
        try await store.changeAll(owner: "alice", completed: true)
        var page = try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil)
        #expect(page.completed == 3)
        #expect(page.items.map(\.completed) == [true, true, true])
        let first = try #require(page.items.first)
        _ = try await store.change(first.id, owner: "alice", text: nil, completed: false)
        try await store.deleteCompleted(owner: "alice")
        page = try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil)
        #expect(page.items.map(\.id) == [first.id])
        try await store.changeAll(owner: "alice", completed: true)
        try await store.changeAll(owner: "alice", completed: false)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).completed == 0)
        let others = try await store.tasks(of: "bob", completed: nil, limit: 10, after: nil)
        #expect(others.total == 3)
        #expect(others.completed == 0)
        _ = folder
    }

    @Test("Deleting by text deletes every task of exactly that text", arguments: StorageKind.allCases)
    func deleteByText(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        for text in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}", "Caf\u{E9}", "caf\u{E9} "] {
            _ = try await store.add(TaskText(text), owner: "alice")
        }
        #expect(try await store.deleteAll(named: "caf\u{E9}\0", owner: "alice") == 0)
        #expect(try await store.deleteAll(named: "caf_", owner: "alice") == 0)
        #expect(try await store.deleteAll(named: "caf\u{E9}", owner: "alice") == 2)
        #expect(try await store.deleteAll(named: "caf\u{E9}", owner: "alice") == 0)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).total == 3)
        _ = folder
    }

    @Test("A text that is no identifier finds no task", arguments: StorageKind.allCases)
    func noIdentifier(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let id = try await store.add(TaskText("milk"), owner: "alice").id
        for wrong in [
            "", "\(id)\0", "\(id)x", " \(id)", id.uppercased(), "%", "' OR 1=1 --", String(repeating: "0", count: 26),
        ] {
            #expect(try await store.task(wrong, owner: "alice") == nil)
            #expect(try await !store.delete(wrong, owner: "alice"))
            #expect(try await store.change(wrong, owner: "alice", text: nil, completed: true) == nil)
        }
        _ = folder
    }

    @Test("Tasks added at once all get a place of their own", arguments: StorageKind.allCases)
    func concurrentAdds(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let added = try await withThrowingTaskGroup(of: TaskItem.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await store.add(TaskText("task \(number)"), owner: number.isMultiple(of: 2) ? "alice" : "bob")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(added.map(\.id)).count == 100)
        for owner in ["alice", "bob"] {
            let page = try await store.tasks(of: owner, completed: nil, limit: 100, after: nil)
            #expect(page.items == added.filter { $0.owner == owner }.sorted { $0.id < $1.id })
            #expect(page.total == 50)
        }
        _ = folder
    }

    @Test("The check of a reachable store throws no error", arguments: StorageKind.allCases)
    func check(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        try await store.check()
        _ = folder
    }
}
