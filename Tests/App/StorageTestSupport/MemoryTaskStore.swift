package import FoundationEssentials
package import TaskCore

/// Tasks in memory.
package actor MemoryTaskStore: TaskStore {
    // By bytes: Swift's strings are equal if they look alike, a database's are not.
    private var tasks: [[UInt8]: [TaskItem]] = [:]
    private var last: TaskIdentifier?
    private let maximumTasks: Int
    private let now: @Sendable () -> Date

    /// An empty store.
    ///
    /// - Parameters:
    ///   - maximumTasks: Maximum number of tasks of an owner.
    ///   - now: The clock for creation dates.
    package init(maximumTasks: Int = .max, now: @escaping @Sendable () -> Date = { Date() }) {
        self.maximumTasks = maximumTasks
        self.now = now
    }

    /// The owner's tasks, oldest first.
    package func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) -> TaskPage {
        let all = tasks[Array(owner.utf8)] ?? []
        let wanted = all.lazy.filter { task in
            (completed.map { $0 == task.completed } ?? true)
                && (after.map { $0.utf8.lexicographicallyPrecedes(task.id.utf8) } ?? true)
        }
        let items = Array(wanted.prefix(limit + 1))
        return TaskPage(
            items: Array(items.prefix(limit)), hasMore: items.count > limit, total: all.count,
            completed: all.count(where: \.completed))
    }

    /// Adds a task.
    package func add(_ text: TaskText, owner: String) throws -> TaskItem {
        let count = tasks[Array(owner.utf8)]?.count ?? 0
        guard count < maximumTasks else { throw TaskLimitError(limit: maximumTasks) }
        let created = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
        let identifier = TaskIdentifier(after: last, now: now())
        last = identifier
        let task = TaskItem(id: identifier.text, task: text.value, owner: owner, creationDate: created)
        tasks[Array(owner.utf8), default: []].append(task)
        return task
    }

    /// One task of the owner's.
    package func task(_ id: String, owner: String) -> TaskItem? {
        tasks[Array(owner.utf8)]?.first { $0.id == id }
    }

    /// Changes the values that are not `nil`.
    package func change(
        _ id: String, owner: String, text: TaskText?, completed: Bool?, if condition: TaskCondition?
    ) throws -> TaskItem? {
        let key = Array(owner.utf8)
        guard var task = task(id, owner: owner), let index = tasks[key]?.firstIndex(of: task) else { return nil }
        if condition?(task) == false { throw TaskChangedError() }
        task.task = text?.value ?? task.task
        task.completed = completed ?? task.completed
        tasks[key]?[index] = task
        return task
    }

    /// Deletes a task.
    package func delete(_ id: String, owner: String, if condition: TaskCondition?) throws -> Bool {
        if let condition, let task = task(id, owner: owner), !condition(task) { throw TaskChangedError() }
        return remove(of: owner) { $0.id == id } > 0
    }

    /// Marks all of the owner's tasks.
    package func changeAll(owner: String, completed: Bool) {
        let key = Array(owner.utf8)
        tasks[key] = tasks[key]?.map { task in
            var task = task
            task.completed = completed
            return task
        }
    }

    /// Deletes the owner's tasks of exactly that text.
    package func deleteAll(named text: String, owner: String) -> Int {
        remove(of: owner) { $0.task.utf8.elementsEqual(text.utf8) }
    }

    /// Deletes the owner's completed tasks.
    package func deleteCompleted(owner: String) {
        _ = remove(of: owner, where: \.completed)
    }

    /// Memory can always be reached.
    package func check() {}

    private func remove(of owner: String, where isUnwanted: (TaskItem) -> Bool) -> Int {
        let key = Array(owner.utf8)
        let before = tasks[key]?.count ?? 0
        tasks[key]?.removeAll(where: isUnwanted)
        return before - (tasks[key]?.count ?? 0)
    }
}
