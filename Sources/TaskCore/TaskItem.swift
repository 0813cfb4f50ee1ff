public import FoundationEssentials

/// One task of one person.
public struct TaskItem: Sendable, Equatable {
    /// The identifier, unique among all tasks; later tasks sort after earlier ones.
    public var id: String
    /// What is to be done.
    public var task: String
    /// Whose task it is: the text of the user's key.
    public var owner: String
    /// Whether it is done.
    public var completed: Bool
    /// When it was added.
    public var creationDate: Date

    /// A task made of its parts.
    public init(id: String, task: String, owner: String, completed: Bool = false, creationDate: Date) {
        self.id = id
        self.task = task
        self.owner = owner
        self.completed = completed
        self.creationDate = creationDate
    }
}

/// A part of a person's tasks, oldest first, with the counts of all of them.
public struct TaskPage: Sendable, Equatable {
    /// The tasks of this part.
    public var items: [TaskItem]
    /// Whether more tasks follow.
    public var hasMore: Bool
    /// How many tasks the person has, whatever was asked for.
    public var total: Int
    /// How many of ``total`` are completed.
    public var completed: Int

    /// A page made of its parts.
    public init(items: [TaskItem], hasMore: Bool, total: Int, completed: Int) {
        self.items = items
        self.hasMore = hasMore
        self.total = total
        self.completed = completed
    }
}
