/// What the page of tasks offers to do, once confirmed, of what was typed when the session ended.
struct KeptOffer {
    let question: String
    let text: String?
    let csrf: String

    init?(_ kept: KeptForm, csrf: String) {
        self.csrf = csrf
        switch kept.action {
        case .add(let typed): (question, text) = ("Add this task?", typed)
        case .change(_, let typed?, _): (question, text) = ("Change the task to this?", typed)
        case .change(_, nil, let completed): (question, text) = (completed == true ? "Mark the task as done?" : "Reopen the task?", nil)
        case .delete: (question, text) = ("Delete the task?", nil)
        case .deleteByName(let typed): (question, text) = ("Delete this task?", typed)
        case .changeAll(let completed): (question, text) = (completed ? "Mark all tasks as done?" : "Reopen all tasks?", nil)
        case .deleteCompleted: (question, text) = ("Clear the completed tasks?", nil)
        case nil: return nil
        }
    }
}
