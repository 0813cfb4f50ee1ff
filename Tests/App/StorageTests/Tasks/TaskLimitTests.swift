import TaskCore
import Testing

@Suite struct TaskLimitTests {
    @Test(
        "An owner adds as many tasks as the limit allows, and another one once a task is deleted",
        arguments: StorageKind.allCases)
    func limit(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore(maximumTasks: 3)
        var tasks: [TaskItem] = []
        for number in 0..<3 {
            tasks.append(try await store.add(TaskText("\(number)"), owner: "alice"))
            _ = try await store.add(TaskText("\(number)"), owner: "bob")
        }
        let error = await #expect(throws: TaskLimitError.self) { try await store.add(TaskText("more"), owner: "alice") }
        #expect(error?.limit == 3)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).items == tasks)
        #expect(try await store.delete(tasks[1].id, owner: "alice"))
        let last = try await store.add(TaskText("more"), owner: "alice")
        #expect(
            try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).items == [
                tasks[0], tasks[2], last,
            ])
        _ = folder
    }

    @Test("Tasks added at once don't pass the limit", arguments: StorageKind.allCases)
    func concurrentAdds(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore(maximumTasks: 10)
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        _ = try await store.add(TaskText("\(number)"), owner: "alice")
                        return true
                    } catch is TaskLimitError {
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 10)
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 100, after: nil).total == 10)
        _ = folder
    }
}
