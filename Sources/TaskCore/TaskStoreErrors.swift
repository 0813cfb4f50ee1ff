/// The store can't be reached now: the same call may succeed later.
public struct TaskStoreUnavailableError: Error, Sendable, CustomStringConvertible {
    /// Why, in one line for the log.
    public let description: String

    /// An error with its reason.
    public init(_ description: String) {
        self.description = description
    }
}

/// Another change of all of the owner's tasks is under way, and has been for as long as a caller waits.
public struct BulkChangeUnderWayError: Error, Sendable {
    /// An error without further details.
    public init() {}
}

/// The owner has as many tasks as a user may add.
public struct TaskLimitError: Error, Sendable {
    /// The most tasks that a user may add.
    public let limit: Int

    /// An error that names the limit.
    public init(limit: Int) {
        self.limit = limit
    }
}

/// The task isn't as the caller expects it.
public struct TaskChangedError: Error, Sendable {
    /// An error without further details.
    public init() {}
}
