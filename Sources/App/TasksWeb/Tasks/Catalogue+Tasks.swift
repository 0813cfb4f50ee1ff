extension Catalogue {
    /// The texts of the page of tasks.
    struct Tasks: Sendable {
        let heading: String
        let newTask: String
        let placeholder: String
        let add: String

        /// The name of the filters.
        let show: String
        let all: String
        let active: String
        let completed: String

        let completeAll: String
        let reopenAll: String
        let clearCompleted: String

        let left: Plural
        let moreThanLeft: Plural
        /// The same for an API that knows of no completion.
        let count: Plural
        let moreThan: Plural

        /// The beginning of a button's name, which the task's text completes.
        let complete: String
        let reopen: String
        let delete: String

        /// The name of the link around a task's text, which edits the task.
        let edit: String
        /// The name of the field in which a task is edited.
        let taskText: String
        let save: String
        let cancel: String
        /// Offered if an edit left no text.
        let deleteTask: String
        /// Shown if the task that was to be edited is gone.
        let gone: String

        /// With the text of the `task`.
        let deleted: Phrase
        let undo: String

        /// Whether each of the pasted lines, of which there are `count`, is to be a separate task.
        let pasteQuestion: Phrase
        let pasteEach: String
        let pasteOne: String
        let noConnection: String

        let allDone: Emptiness
        let noneActive: Emptiness
        let noneCompleted: Emptiness
        let none: Emptiness
        let noMore: Emptiness

        /// The name of the links to further pages.
        let pages: String
        let toStart: String
        let more: String
        /// Shown if the end of the list is on another page.
        let newAtEnd: String
        /// The link to a file with a line for each task.
        let download: String
        let downloadJSON: String
    }

    /// The text in place of a list that has nothing to show.
    struct Emptiness: Sendable {
        let heading: String
        let text: String
    }

    /// The questions about a form that was posted after its session had ended.
    struct PendingForm: Sendable {
        /// With the `question`, one of the others.
        let heading: Phrase
        let add: String
        let change: String
        let complete: String
        let reopen: String
        let delete: String
        let deleteNamed: String
        let completeAll: String
        let reopenAll: String
        let clearCompleted: String
        let confirm: String
        let discard: String
    }

    /// Why an input can't be saved.
    struct Input: Sendable {
        let empty: String
        /// With the `limit` of characters.
        let tooLong: Phrase
        let containsNull: String
        /// Shown if an edit left no text, and deleting the task is offered.
        let emptied: String
        let nothingToChange: String
        let noTaskNamed: String
        let noCompletion: String
        let badCompletion: String
        /// Shown if a text was refused.
        let refusedByAPI: String
        let changeRefusedByAPI: String
    }
}
