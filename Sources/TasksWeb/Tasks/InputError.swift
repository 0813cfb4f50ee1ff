import TaskCore

/// Why a form can't be done.
enum InputError: Sendable, Equatable {
    /// What was typed can't be a task.
    case text(TaskProblem)
    /// An edit left no text; the task can be deleted instead.
    case emptied
    /// The form says neither what the task is nor whether it is done.
    case nothingToChange
    /// The form does not say which task.
    case noTaskNamed
    /// The form does not say whether the tasks are done.
    case noCompletion
    /// Whether a task is done is neither true nor false.
    case badCompletion
    /// The tasks API did not take it.
    case refusedByAPI

    /// The same in words.
    func text(in words: Catalogue) -> String {
        switch self {
        case .text(.empty): words.input.empty
        case .text(.tooLong): words.input.tooLong(limit: "\(TaskText.maximumScalars)")
        case .text(.containsNull): words.input.containsNull
        case .emptied: words.input.emptied
        case .nothingToChange: words.input.nothingToChange
        case .noTaskNamed: words.input.noTaskNamed
        case .noCompletion: words.input.noCompletion
        case .badCompletion: words.input.badCompletion
        case .refusedByAPI: words.input.refusedByAPI
        }
    }
}
