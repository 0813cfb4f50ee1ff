/// Text from outside, made fit for a line of a terminal or a log.
enum PrintableText {
    /// The text on one line: control characters, line separators and marks that turn the direction of writing are
    /// escaped.
    static func line(_ text: String) -> String {
        // Most texts are plain, and each logged request passes here.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text in quotation marks, cut if it is long.
    static func quoted(_ text: String) -> String {
        text.count > 80 ? "\"\(text.prefix(80))…\"" : "\"\(text)\""
    }
}
