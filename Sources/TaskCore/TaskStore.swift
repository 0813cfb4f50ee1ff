/// Where tasks are kept.
///
/// Every call names the owner and reaches that person's tasks alone.
///
/// What a call has answered is durable: it is there after the process was killed. A call throws ``TaskStoreAway`` where the store can't be reached
/// for the time being.
public protocol TaskStore: Sendable {
    /// The owner's tasks, oldest first.
    ///
    /// - Parameters:
    ///   - completed: Only those that are (`true`) or are not (`false`) completed; `nil` for all.
    ///   - limit: The most items to return, at least 1.
    ///   - after: Only those that come after this identifier.
    func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage
    /// Adds a task.
    func add(_ text: TaskText, owner: String) async throws -> TaskItem
    /// One task; `nil` where the owner has none of that identifier.
    func task(_ id: String, owner: String) async throws -> TaskItem?
    /// Changes what is not `nil`; returns the task as it is then, `nil` where the owner has none of that identifier.
    func change(_ id: String, owner: String, text: TaskText?, completed: Bool?) async throws -> TaskItem?
    /// Deletes a task; `false` where the owner has none of that identifier.
    func delete(_ id: String, owner: String) async throws -> Bool
    /// Marks all of the owner's tasks.
    func changeAll(owner: String, completed: Bool) async throws
    /// Deletes the owner's tasks of exactly that text; returns how many there were.
    func deleteAll(named text: String, owner: String) async throws -> Int
    /// Deletes the owner's completed tasks.
    func deleteCompleted(owner: String) async throws
    /// Throws where the store can't be reached.
    func check() async throws
}
