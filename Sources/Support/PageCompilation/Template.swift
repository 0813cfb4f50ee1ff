/// A template as it was read: the source of the page of the same name.
package struct Template: Sendable {
    /// The name of the Swift type whose page this is.
    package let name: String
    /// The path that errors and debug information name.
    package let file: String
    let bytes: [UInt8]

    /// Takes the content of a file.
    ///
    /// - Throws: If the name can't be a Swift type's, or the content is not UTF-8.
    package init(name: String, file: String, content: [UInt8]) throws(TemplateError) {
        let isTypeName = name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
        guard isTypeName, let first = name.utf8.first, ASCII.isLetter(first) else {
            throw TemplateError(
                file: file, message: "a template is named after the Swift type of its page; '\(name)' is no type's name"
            )
        }
        guard String(validating: content, as: UTF8.self) != nil else {
            throw TemplateError(file: file, message: "the template is not UTF-8")
        }
        guard !file.contains(where: { $0 == "\"" || $0.isNewline }) else {
            throw TemplateError(
                file: file, message: "Swift can't point into a file whose path has a quotation mark or a line feed")
        }
        self.name = name
        self.file = file
        bytes = content
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let newline = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return (before.count { $0 == newline } + 1, offset - lineStart + 1)
    }

    func error(_ message: String, at offset: Int) -> TemplateError {
        let (line, column) = position(of: offset)
        return TemplateError(file: file, line: line, column: column, message: message)
    }
}
