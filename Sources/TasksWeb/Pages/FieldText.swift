/// A text as a field of one line holds it: browsers drop line breaks there, so each stands as a space, which keeps
/// words apart.
struct FieldText {
    let value: String

    init(_ text: String) {
        // CR and LF together are one character.
        value = String(text.map { ["\n", "\r", "\r\n"].contains($0) ? " " : $0 })
    }
}
