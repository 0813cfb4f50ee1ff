/// One page of a user's tasks.
struct TaskList: Sendable, Equatable {
    /// Maximum number of tasks on a page.
    static let pageSize = 100
    /// Maximum size of the texts of a page together, in bytes, unless it has one task alone.
    ///
    /// A page has each text several times, and escaped, so one of very long texts would take much memory. A hundred
    /// tasks of the local API have at most 400,000 bytes.
    static let pageBytes = 400 * 1024

    var items: [ListedTask]
    /// The place from which the next page starts, if there is more.
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
