import HTTPTransport
import HummingbirdOpenIDConnect

extension PendingForm {
    /// The fields that a form of the tasks page has; nothing else is stored.
    private static let fields: Set<String> = ["task", "completed"]

    /// The fields that are stored of a form whose session has ended.
    ///
    /// - Returns: `nil` for a form that is not the tasks page's, and for one that lacks fields.
    @Sendable static func stored(_ form: FormBody, path: String) -> FormBody? {
        let stored = FormBody(form.fields.filter { fields.contains($0.name) })
        return action(of: stored, path: path).map { _ in stored }
    }

    /// The action of the form; `nil` if it lacks fields.
    var action: TaskAction? { Self.action(of: form, path: path) }

    private static func action(of form: FormBody, path: String) -> TaskAction? {
        guard let route = TaskRoute(path: path), let action = try? TaskAction(route, form) else { return nil }
        if case .add(let text, _) = action, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return nil }
        return action
    }
}
