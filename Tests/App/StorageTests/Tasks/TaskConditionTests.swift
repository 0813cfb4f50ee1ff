import TaskCore
import Testing

@Suite struct TaskConditionTests {
    @Test(
        "A change or a deletion whose condition doesn't hold changes nothing",
        arguments: StorageKind.allCases)
    func condition(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        var task = try await store.add(TaskText("milk"), owner: "alice")
        let expected = task
        await #expect(throws: TaskChangedError.self) {
            try await store.change(task.id, owner: "alice", text: TaskText("bread"), completed: true) { $0 != expected }
        }
        await #expect(throws: TaskChangedError.self) {
            try await store.delete(task.id, owner: "alice") { $0 != expected }
        }
        #expect(try await store.task(task.id, owner: "alice") == task)
        task.completed = true
        #expect(try await store.change(task.id, owner: "alice", text: nil, completed: true) { $0 == expected } == task)
        await #expect(throws: TaskChangedError.self) {
            try await store.delete(task.id, owner: "alice") { $0 == expected }
        }
        #expect(try await store.delete(task.id, owner: "alice") { $0 != expected })
        #expect(try await store.task(task.id, owner: "alice") == nil)
        _ = folder
    }

    @Test(
        "The condition of a change isn't evaluated for a missing task, or another owner's",
        arguments: StorageKind.allCases)
    func missing(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let task = try await store.add(TaskText("milk"), owner: "alice")
        for (id, owner) in [(task.id, "bob"), (String(repeating: "0", count: 26), "alice"), ("", "alice")] {
            #expect(try await store.change(id, owner: owner, text: nil, completed: true) { _ in false } == nil)
            #expect(try await !store.delete(id, owner: owner) { _ in false })
        }
        _ = folder
    }

    @Test("Of several changes of the same version of a task at once, one succeeds", arguments: StorageKind.allCases)
    func concurrentChanges(kind: StorageKind) async throws {
        let (store, folder) = try await kind.makeTaskStore()
        let task = try await store.add(TaskText("milk"), owner: "alice")
        let changed = try await withThrowingTaskGroup(of: TaskItem?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do {
                        return try await store.change(
                            task.id, owner: "alice", text: TaskText("\(number)"), completed: nil
                        ) { $0 == task }
                    } catch is TaskChangedError {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(changed.count == 1)
        #expect(try await store.task(task.id, owner: "alice") == changed.first)
        _ = folder
    }
}
