/// What of a deleted task has to be known to add it again.
struct DeletedTask: Sendable, Equatable {
    let text: String
    let completed: Bool
}
