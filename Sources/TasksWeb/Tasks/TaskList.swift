/// One page of a person's tasks.
struct TaskList: Sendable, Equatable {
    /// The most tasks on a page.
    static let pageSize = 100

    var items: [ListedTask]
    /// From where the next page starts, if there is more.
    var next: String?
    /// How many tasks are not completed, as far as that is known.
    var active: Count
    /// Whether the API can change a task, or only add and delete by name.
    var canChange: Bool
    /// Whether there is a completed task, as far as that is known.
    var hasCompleted: Bool

    /// A number of tasks.
    enum Count: Sendable, Equatable {
        case exactly(Int)
        case moreThan(Int)

        var isExact: Bool { if case .exactly = self { true } else { false } }
    }
}

/// A task as the API lists it.
///
/// An API of the quickstart's dialect knows neither identifiers nor completion.
struct ListedTask: Sendable, Equatable {
    var id: String?
    var text: String
    var completed: Bool?
}
