import Encodings
import PageSupport

/// One task in the list, with the controls that change it.
struct TaskRow {
    /// The identifier; `nil` if the API can't change the task, or a path can't hold the identifier.
    let id: PathSegment?
    /// Whether a task without an identifier is deleted by its text, as the quickstart's API does.
    ///
    /// None of a list with identifiers is, because other tasks may have the same text.
    var isDeletedByName = true
    let text: String
    let completed: Bool
    /// The token of the form in which the task is edited; empty unless it is.
    let csrf: String
    let words: Catalogue
    /// The row's place on the page, for the id of the element with the text, which names the buttons.
    var number = 0
    /// The start of the query of the address at which the task is edited; the identifier completes it.
    var editQuery = "edit="
    /// The address that ends the editing; `nil` unless the task is edited.
    var cancelURL: String?

    /// The text with its links; `nil` if it has none.
    ///
    /// A link can't be within another, so such a text isn't itself the link that edits the task.
    var linkedText: LinkedText? { LinkedText(text) }

    /// The initial text of the field in which the task is edited.
    var fieldText: String { FieldText(text).value }

    /// The address at which the task is edited.
    func editURL(_ id: PathSegment) -> EditURL { EditURL(query: editQuery, id: id) }
}

/// The address at which a task is edited: a query on its page.
struct EditURL {
    let query: String
    let id: PathSegment
}

extension HTML {
    /// Appends an address as the value of an attribute, piece by piece, because a page has hundreds.
    mutating func url(_ edit: EditURL) {
        // After its mark, a query leads to no other site, whatever it is.
        raw("?")
        attribute(edit.query)
        urlSegment(edit.id)
    }
}

/// A text for a field of one line.
///
/// Browsers drop line breaks there, so each is replaced by a space, which separates words.
struct FieldText {
    let value: String

    init(_ text: String) {
        // Fast path, because hardly any text has line breaks.
        let hasBreaks = text.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        // CR and LF together are one character.
        value = hasBreaks ? String(text.map { ["\n", "\r", "\r\n"].contains($0) ? " " : $0 }) : text
    }
}
