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
