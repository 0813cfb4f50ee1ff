import Encodings
import HTTPTransport

/// A form that was posted after its session had ended: what it was to do, and for which user.
struct PendingForm: Sendable, Equatable {
    /// The fields that a form of the tasks page has; nothing else is stored.
    private static let fields: Set<String> = ["task", "completed"]

    /// The user who posted it, as the form's token says.
    let person: [UInt8]
    let path: String
    let form: FormBody

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(path)
        writer.append(form.encoded)
        return person + writer.bytes
    }

    init(person: [UInt8], path: String, form: FormBody) {
        self.person = person
        self.path = path
        self.form = FormBody(form.fields.filter { Self.fields.contains($0.name) })
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let person = reader.fixed(CSRFToken.personBytes), let path = reader.text(),
            let form = reader.text().flatMap(FormBody.init(parsing:)),
            reader.isAtEnd
        else { return nil }
        self.init(person: person, path: path, form: form)
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
