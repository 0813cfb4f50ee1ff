import Encodings
import HTTPTransport
import TaskCore

/// The action of a form of the tasks page.
enum TaskAction: Sendable, Equatable {
    case add(String, completed: Bool)
    case change(id: PathSegment, text: String?, completed: Bool?)
    case delete(id: PathSegment)
    case deleteByName(String)
    case changeAll(completed: Bool)
    case deleteCompleted

    /// Reads a posted form.
    ///
    /// The text is as it was typed, and may be none that a task can have.
    ///
    /// - Throws: If the form lacks what it has to say.
    init(_ route: TaskRoute, _ form: FormBody) throws(InputError) {
        let typed = form[single: "task"]
        // Browsers send each line break as CRLF (HTML, section 4.10.21.8).
        let text = typed?.replacing("\r\n", with: "\n")
        let completed = try form[single: "completed"].map { text throws(InputError) in
            guard let completed = Bool(text) else { throw .badCompletion }
            return completed
        }
        switch route {
        case .list:
            self = .add(text ?? "", completed: completed ?? false)
        case .deletionByName:
            // The task's text may have either.
            guard let typed, !typed.isEmpty else { throw .noTaskNamed }
            self = .deleteByName(typed)
        case .completeAll:
            guard let completed else { throw .noCompletion }
            self = .changeAll(completed: completed)
        case .clearCompleted: self = .deleteCompleted
        case .task(let id):
            guard text != nil || completed != nil else { throw .nothingToChange }
            self = .change(id: id, text: text, completed: completed)
        case .deletion(let id): self = .delete(id: id)
        case .pendingForm, .pendingFormDiscard: throw .nothingToChange
        }
    }

    /// The typed text, for the page of an error.
    func draft(after error: PageError.Kind) -> Draft? {
        switch self {
        case .add(let text, let completed): Draft(text: text, completed: completed ? true : nil, retry: .list)
        case .change(let id, _, _) where error == .invalidInput(.emptied): Draft(removal: .deletion(id))
        case .change(_, let text?, let completed) where error == .noSuchTask:
            // The text for a task that is gone can still become a new one.
            Draft(text: text, completed: completed, retry: .list)
        case .change(let id, let text?, let completed): Draft(text: text, completed: completed, retry: .task(id))
        default: nil
        }
    }
}

/// Why a form can't be done.
enum InputError: Error, Equatable {
    /// The typed text can't be a task.
    case text(TaskTextError)
    /// An edit left no text; the task can be deleted instead.
    case emptied
    /// The form has neither the task's text nor whether it is done.
    case nothingToChange
    /// The form does not name the task.
    case noTaskNamed
    /// The form does not say whether the tasks are done.
    case noCompletion
    /// Whether a task is done is neither true nor false.
    case badCompletion
    case refusedByAPI
    /// The tasks API refused a change without a text.
    case changeRefusedByAPI

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
        case .changeRefusedByAPI: words.input.changeRefusedByAPI
        }
    }
}
