import TaskCore
import TestSupport
import Testing

@Suite struct TaskPagingTests {
    private func filled(_ kind: StorageKind) async throws -> (
        store: any TaskStore, tasks: [TaskItem], folder: TemporaryFolder?
    ) {
        let (store, folder) = try await kind.makeTaskStore()
        var tasks: [TaskItem] = []
        for number in 0..<10 {
            var task = try await store.add(TaskText("\(number)"), owner: "alice")
            if number.isMultiple(of: 3) {
                task = try #require(try await store.change(task.id, owner: "alice", text: nil, completed: true))
            }
            tasks.append(task)
            _ = try await store.add(TaskText("not hers"), owner: "bob")
        }
        return (store, tasks, folder)
    }

    @Test(
        "Page after page brings each task once, oldest first, with the counts of all", arguments: StorageKind.allCases,
        [1, 3, 9, 10, 11])
    func pages(kind: StorageKind, limit: Int) async throws {
        let (store, tasks, folder) = try await filled(kind)
        var seen: [TaskItem] = []
        while true {
            let page = try await store.tasks(of: "alice", completed: nil, limit: limit, after: seen.last?.id)
            #expect(page.items.count <= limit)
            #expect(page.total == 10)
            #expect(page.completed == 4)
            seen += page.items
            guard page.hasMore, !page.items.isEmpty else { break }
        }
        #expect(seen == tasks)
        _ = folder
    }

    @Test(
        "A filter retains the order, the pages and the counts of all tasks", arguments: StorageKind.allCases,
        [true, false])
    func filter(kind: StorageKind, completed: Bool) async throws {
        let (store, tasks, folder) = try await filled(kind)
        let wanted = tasks.filter { $0.completed == completed }
        let first = try await store.tasks(of: "alice", completed: completed, limit: 2, after: nil)
        #expect(first == TaskPage(items: Array(wanted.prefix(2)), hasMore: true, total: 10, completed: 4))
        let rest = try await store.tasks(of: "alice", completed: completed, limit: 100, after: first.items.last?.id)
        #expect(rest == TaskPage(items: Array(wanted.dropFirst(2)), hasMore: false, total: 10, completed: 4))
        _ = folder
    }

    @Test("Paging goes on after a task that has been deleted", arguments: StorageKind.allCases)
    func deletedPlace(kind: StorageKind) async throws {
        let (store, tasks, folder) = try await filled(kind)
        #expect(try await store.delete(tasks[4].id, owner: "alice"))
        let page = try await store.tasks(of: "alice", completed: nil, limit: 100, after: tasks[4].id)
        #expect(page.items == Array(tasks[5...]))
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 100, after: "~").items.isEmpty)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 100, after: "").items.count == 9)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 100, after: "\0").items.count == 9)
        _ = folder
    }
}
