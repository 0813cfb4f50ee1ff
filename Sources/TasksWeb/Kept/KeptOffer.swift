/// What the page of tasks offers to do, once confirmed, of what was typed when the session ended.
struct KeptOffer {
    let question: String
    let text: String?
    /// The name of its cookie.
    let name: String
    let csrf: String

    init?(_ kept: KeptForms.Waiting, csrf: String, words: Catalogue) {
        name = kept.name
        self.csrf = csrf
        switch kept.form.action {
        case .add(let typed, _): (question, text) = (words.kept.add, typed)
        case .change(_, let typed?, _): (question, text) = (words.kept.change, typed)
        case .change(_, nil, let completed):
            (question, text) = (completed == true ? words.kept.complete : words.kept.reopen, nil)
        case .delete: (question, text) = (words.kept.delete, nil)
        case .deleteByName(let typed): (question, text) = (words.kept.deleteNamed, typed)
        case .changeAll(let completed):
            (question, text) = (completed ? words.kept.completeAll : words.kept.reopenAll, nil)
        case .deleteCompleted: (question, text) = (words.kept.clearCompleted, nil)
        case nil: return nil
        }
    }
}
