import HTTPTransport
import HummingbirdOpenIDConnect

extension PendingForm {
    /// The fields that a form of the tasks page has; nothing else is stored.
    private static let fields: Set<String> = ["task", "completed"]

    /// A form of the tasks page.
    ///
    /// - Returns: `nil` for any other form, and for one that lacks fields.
    init?(_ form: FormBody, path: String, of token: CSRFToken) {
        self.init(
            user: token.user, path: path, form: FormBody(form.fields.filter { Self.fields.contains($0.name) }))
        if action == nil { return nil }
    }

    /// The action of the form; `nil` for any form that is not the tasks page's, or lacks fields.
    var action: TaskAction? {
        guard let route = TaskRoute(path: path), let action = try? TaskAction(route, form) else { return nil }
        if case .add(let text, _) = action, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return nil }
        return action
    }
}
