import HTTPTransport
import HummingbirdOpenIDConnect

extension PendingForm {
    /// The fields that a form of the tasks page has; nothing else is stored.
    private static let fields: Set<String> = ["task", "completed"]

    /// A form of the tasks page.
    ///
    /// - Returns: `nil` for any other form, and for one that says too little.
    init?(_ form: FormBody, path: String, of token: CSRFToken) {
        self.init(
            user: token.user, path: path, form: FormBody(form.fields.filter { Self.fields.contains($0.name) }))
        if action == nil { return nil }
    }

    /// What the form was to do; `nil` for any form that is not the tasks page's, or says too little.
    var action: TaskAction? {
        guard let route = TaskRoute(path: path), let action = try? TaskAction(route, form) else { return nil }
        if case .add("", _) = action { return nil }
        return action
    }
}

/// A pending form as the page of tasks offers it, to be sent once confirmed.
struct PendingFormOffer {
    let question: String
    let text: String?
    /// The name of its cookie.
    let name: String
    let csrf: String

    init?(_ pending: PendingForms.Waiting, csrf: String, words: Catalogue) {
        name = pending.name
        self.csrf = csrf
        switch pending.form.action {
        case .add(let typed, _): (question, text) = (words.pendingForm.add, typed)
        case .change(_, let typed?, _): (question, text) = (words.pendingForm.change, typed)
        case .change(_, nil, let completed):
            (question, text) = (completed == true ? words.pendingForm.complete : words.pendingForm.reopen, nil)
        case .delete: (question, text) = (words.pendingForm.delete, nil)
        case .deleteByName(let typed): (question, text) = (words.pendingForm.deleteNamed, typed)
        case .changeAll(let completed):
            (question, text) = (completed ? words.pendingForm.completeAll : words.pendingForm.reopenAll, nil)
        case .deleteCompleted: (question, text) = (words.pendingForm.clearCompleted, nil)
        case nil: return nil
        }
    }
}
