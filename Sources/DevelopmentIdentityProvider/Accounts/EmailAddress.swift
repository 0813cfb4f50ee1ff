/// An address to sign in with, tidied; case makes no difference between two.
struct EmailAddress: Sendable, Equatable {
    /// In UTF-8 bytes.
    static let maximumLength = 254

    let text: String

    /// - Returns: `nil` where the text can't be an address: it needs something on both sides of one `@`, and no white
    ///   space.
    init?(_ typed: String) {
        guard let text = TypedLine(typed)?.text, text.utf8.count <= Self.maximumLength,
            !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.text = text
    }

    /// What two spellings of one address have in common.
    var key: String { text.lowercased() }
}
