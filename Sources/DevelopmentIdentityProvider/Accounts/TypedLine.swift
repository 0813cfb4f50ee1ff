/// A line that somebody typed: white space at its ends doesn't count, and it holds no control characters.
struct TypedLine: Sendable {
    let text: String

    /// - Returns: `nil` where nothing is left, or where there is a control character.
    init?(_ typed: String) {
        let rest = typed.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        let line = rest[...last]
        guard line.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        text = String(line)
    }
}
