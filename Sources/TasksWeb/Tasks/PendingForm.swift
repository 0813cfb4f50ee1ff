import Encodings
import HTTPTransport

/// A form that was posted after its session had ended: what it was to do, and for whom.
struct PendingForm: Sendable, Equatable {
    /// The fields that a form of the tasks page has; nothing else is kept.
    private static let fields: Set<String> = ["task", "completed"]

    /// Who posted it, as their form's token says.
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

    /// What the form was to do; `nil` where it is none of the tasks page's.
    var action: TaskAction? {
        let steps = path.split(separator: "/").map { HTTPURL.decode(segment: $0) ?? "" }
        let completed = form[single: "completed"].flatMap { Bool($0) }
        guard steps.first == "tasks" else { return nil }
        switch (steps.dropFirst().first, steps.count) {
        case (nil, _): return form[single: "task"].map { .add($0, completed: completed ?? false) }
        case ("delete", 2): return form[single: "task"].map { .deleteByName($0) }
        case ("complete-all", 2): return completed.map { .changeAll(completed: $0) }
        case ("clear-completed", 2): return .deleteCompleted
        case ("kept", 2), ("", _), (".", _), ("..", _): return nil
        case (let id?, 2):
            let text = form[single: "task"]
            return text == nil && completed == nil ? nil : .change(id: id, text: text, completed: completed)
        case (let id?, 3) where steps[2] == "delete": return .delete(id: id)
        default: return nil
        }
    }
}

/// What the page of tasks offers to do, once confirmed, of what was typed when the session ended.
struct PendingFormOffer {
    let question: String
    let text: String?
    /// The name of its cookie.
    let name: String
    let csrf: String

    init?(_ kept: PendingForms.Waiting, csrf: String, words: Catalogue) {
        name = kept.name
        self.csrf = csrf
        switch kept.form.action {
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
