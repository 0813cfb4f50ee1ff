/// Whether a task is as the caller of a change expects it; evaluated in the change's own transaction.
package typealias TaskCondition = @Sendable (TaskItem) -> Bool

/// Stores tasks.
///
/// Every call names the owner, and reads and changes that user's tasks alone.
///
/// A change is durable when its call returns: it survives the process being killed. A call throws
/// ``TaskStoreUnavailableError`` if the store can't be reached now.
///
/// Changes of all tasks are made in batches, each a separate transaction, so that they don't hold up others. Readers
/// may see a part done, and cancellation ends such a change after the batch under way. An owner has one of them at a
/// time, at whichever replica; a second one waits, and throws ``BulkChangeUnderWayError`` if that takes too long.
package protocol TaskStore: Sendable {
    /// The owner's tasks, oldest first.
    ///
    /// - Parameters:
    ///   - completed: Only those that are (`true`) or are not (`false`) completed; `nil` for all.
    ///   - limit: Maximum number of items, at least 1.
    ///   - after: Only those that come after this identifier.
    func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage
    /// Adds a task.
    ///
    /// - Throws: ``TaskLimitError`` if the owner has as many tasks as a user may add.
    func add(_ text: TaskText, owner: String) async throws -> TaskItem
    /// One task; `nil` if the owner has none of that identifier.
    func task(_ id: String, owner: String) async throws -> TaskItem?
    /// Changes the values that are not `nil`.
    ///
    /// - Returns: The task as it is then; `nil` if the owner has none of that identifier.
    /// - Throws: ``TaskChangedError`` if the condition doesn't hold; then nothing was changed.
    func change(
        _ id: String, owner: String, text: TaskText?, completed: Bool?, if condition: TaskCondition?
    ) async throws -> TaskItem?
    /// Deletes a task; `false` if the owner has none of that identifier.
    ///
    /// - Throws: ``TaskChangedError`` if the condition doesn't hold; then nothing was deleted.
    func delete(_ id: String, owner: String, if condition: TaskCondition?) async throws -> Bool
    /// Marks all of the owner's tasks.
    func changeAll(owner: String, completed: Bool) async throws
    /// Deletes the owner's tasks of exactly that text; returns how many there were.
    func deleteAll(named text: String, owner: String) async throws -> Int
    func deleteCompleted(owner: String) async throws
    /// Makes the missing parts of the store, such as tables, unless that was done before; throws if it can't be used.
    func check() async throws
}

extension TaskStore {
    /// Changes the values that are not `nil`, whatever version the task has.
    package func change(_ id: String, owner: String, text: TaskText?, completed: Bool?) async throws -> TaskItem? {
        try await change(id, owner: owner, text: text, completed: completed, if: nil)
    }

    /// Deletes a task, whatever version it has.
    package func delete(_ id: String, owner: String) async throws -> Bool {
        try await delete(id, owner: owner, if: nil)
    }
}
