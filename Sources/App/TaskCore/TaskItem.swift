package import FoundationEssentials

/// A task of a user.
package struct TaskItem: Sendable, Equatable {
    /// The identifier, unique among all tasks; later tasks sort after earlier ones.
    package var id: String
    /// The task's text.
    package var task: String
    /// Whose task it is: the text of the user's key.
    package var owner: String
    package var completed: Bool
    /// When it was added.
    package var creationDate: Date

    package init(id: String, task: String, owner: String, completed: Bool = false, creationDate: Date) {
        self.id = id
        self.task = task
        self.owner = owner
        self.completed = completed
        self.creationDate = creationDate
    }
}

/// A part of a user's tasks, oldest first, with the counts of all of them.
package struct TaskPage: Sendable, Equatable {
    package var items: [TaskItem]
    package var hasMore: Bool
    /// How many tasks the user has, whichever were requested.
    package var total: Int
    /// How many of ``total`` are completed.
    package var completed: Int

    /// A page made of its parts.
    package init(items: [TaskItem], hasMore: Bool, total: Int, completed: Int) {
        self.items = items
        self.hasMore = hasMore
        self.total = total
        self.completed = completed
    }
}
