/// The store can't be reached now: the same call may succeed later.
package struct TaskStoreUnavailableError: Error, Sendable, CustomStringConvertible {
    /// Why, in one line for the log.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Another change of all of the owner's tasks is under way, and has been for as long as a caller waits.
package struct BulkChangeUnderWayError: Error, Sendable {
    /// An error without further details.
    package init() {}
}

/// The owner has as many tasks as a user may add.
package struct TaskLimitError: Error, Sendable {
    /// Maximum number of a user's tasks.
    package let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }
}

/// The task isn't as the caller expects it.
package struct TaskChangedError: Error, Sendable {
    /// An error without further details.
    package init() {}
}
