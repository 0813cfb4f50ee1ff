/// A person's name as they typed it, tidied.
struct DisplayName: Sendable, Equatable {
    /// In Unicode scalars.
    static let maximumLength = 100

    let text: String

    /// - Returns: `nil` where nothing but white space is left, or too much, or a control character.
    init?(_ typed: String) {
        guard let text = TypedLine(typed)?.text, text.unicodeScalars.count <= Self.maximumLength else { return nil }
        self.text = text
    }
}
