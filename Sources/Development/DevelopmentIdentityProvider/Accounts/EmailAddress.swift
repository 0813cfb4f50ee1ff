/// An address to sign in with, tidied; case makes no difference between two.
struct EmailAddress: Sendable, Equatable {
    /// In UTF-8 bytes.
    static let maximumLength = 254

    let text: String

    /// - Returns: `nil` if the text can't be an address: it needs something on both sides of one `@`, and no white
    ///   space.
    init?(_ typed: String) {
        guard let text = TypedLine(typed)?.text, text.utf8.count <= Self.maximumLength,
            !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.text = text
    }

    /// The address in lower case, which two spellings of it share.
    var key: String { text.lowercased() }
}

/// A user's name as they typed it, without white space at its ends.
struct DisplayName: Sendable, Equatable {
    /// In Unicode scalars.
    static let maximumLength = 100

    let text: String

    /// - Returns: `nil` if nothing but white space is left, or too much, or a control character.
    init?(_ typed: String) {
        guard let text = TypedLine(typed)?.text, text.unicodeScalars.count <= Self.maximumLength else { return nil }
        self.text = text
    }
}

/// A line of typed input without control characters; white space at its ends doesn't count.
struct TypedLine: Sendable {
    let text: String

    /// - Returns: `nil` if nothing is left, or if there is a control character.
    init?(_ typed: String) {
        let rest = typed.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        let line = rest[...last]
        guard line.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        text = String(line)
    }
}
