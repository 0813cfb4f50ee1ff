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
