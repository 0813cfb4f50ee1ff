import HummingbirdOpenIDConnect

/// A pending form as the page of tasks offers it, to be sent once confirmed.
struct PendingFormOffer {
    let question: String
    let text: String?
    /// The name of its cookie.
    let name: String
    let csrf: String

    /// - Parameter task: The text of the task that the form names by its identifier, if it is known.
    init?(_ pending: PendingForms.Waiting, task: String?, csrf: String, words: Catalogue) {
        name = pending.name
        self.csrf = csrf
        switch pending.form.action {
        case .add(let typed, _): (question, text) = (words.pendingForm.add, typed)
        case .change(_, let typed?, _): (question, text) = (words.pendingForm.change, typed)
        case .change(_, nil, let completed):
            (question, text) = (completed == true ? words.pendingForm.complete : words.pendingForm.reopen, task)
        case .delete: (question, text) = (words.pendingForm.delete, task)
        case .deleteByName(let typed): (question, text) = (words.pendingForm.deleteNamed, typed)
        case .changeAll(let completed):
            (question, text) = (completed ? words.pendingForm.completeAll : words.pendingForm.reopenAll, nil)
        case .deleteCompleted: (question, text) = (words.pendingForm.clearCompleted, nil)
        case nil: return nil
        }
    }
}
