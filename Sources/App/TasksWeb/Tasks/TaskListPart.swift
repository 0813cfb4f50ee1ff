import Encodings

/// A part of all of a user's tasks, as a download reads them.
struct TaskListPart: Sendable, Equatable {
    let tasks: [DownloadedTask]
    /// The place from which the next part starts, if there is more.
    let next: String?
}

/// A task with the members that the API sent.
struct DownloadedTask: Sendable, Equatable {
    let task: ListedTask
    /// The members, under the names of Latchkey's API.
    let members: JSONObject
}

/// Notices that places repeat, in constant memory (Brent's algorithm).
///
/// An API whose pages lead in a circle would make a download endless.
struct RepetitionGuard {
    private var mark: String?
    private var steps = 0
    private var stepsToNextMark = 1

    /// Whether a place was there before, which is noticed in the second or third round.
    mutating func isRepetition(_ place: String) -> Bool {
        if place == mark { return true }
        steps += 1
        if steps == stepsToNextMark { (mark, steps, stepsToNextMark) = (place, 0, 2 * stepsToNextMark) }
        return false
    }
}
