/// The store can't be reached now: what was asked may succeed when it is asked again.
public struct TaskStoreAway: Error, Sendable, CustomStringConvertible {
    /// Why, in one line for the log.
    public let description: String

    /// An error with its reason.
    public init(_ description: String) {
        self.description = description
    }
}
