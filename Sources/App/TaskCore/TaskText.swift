/// The checked text of a task: 1 to 1,000 Unicode scalars, and at most 8 KiB of white space around them.
///
/// The text itself stays as it was typed.
package struct TaskText: Sendable, Equatable {
    /// Maximum length of a task in Unicode scalars, without the white space at its ends.
    package static let maximumScalars = 1000
    /// Maximum size of the white space at both ends together, in bytes of UTF-8.
    private static let maximumWhiteSpace = 8 * 1024

    /// The text as it was typed.
    package let value: String

    /// Checks a text.
    ///
    /// - Throws: ``TaskTextError``, the reason why the text can't be a task.
    package init(_ text: String) throws(TaskTextError) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { throw .empty }
        let trimmed = Substring(scalars[first...last])
        guard trimmed.unicodeScalars.count <= Self.maximumScalars,
            text.utf8.count - trimmed.utf8.count <= Self.maximumWhiteSpace
        else { throw .tooLong }
        guard !text.utf8.contains(0) else { throw .containsNull }
        value = text
    }
}

/// Why a text can't be a task.
package enum TaskTextError: Error, Sendable, Equatable {
    /// The text is white space alone.
    case empty
    /// There are more than ``TaskText/maximumScalars`` Unicode scalars, or too much white space at the ends.
    case tooLong
    /// There is a NUL, which databases can't store in a text.
    case containsNull
}
