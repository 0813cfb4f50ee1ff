/// A fault in a template or a public file, printed as compilers print theirs, so that editors and SwiftPM lead to it.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
    package let file: String
    /// The line, counted from 1.
    package let line: Int
    /// The column in bytes, counted from 1.
    package let column: Int
    /// The problem and its fix.
    package let message: String

    /// Describes a fault; a fault of the whole file is at its first byte.
    package init(file: String, line: Int = 1, column: Int = 1, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String { "\(file):\(line):\(column): error: \(message)" }
}

/// The errors in the templates of one target.
package struct PageCompilationError: Error, CustomStringConvertible {
    /// The first fault of each template that has any.
    package let errors: [TemplateError]

    /// One line for each fault.
    package var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// Markup that the compiler can't parse, or a mark in a place that doesn't allow it.
struct HTMLError: Error, Equatable {
    let message: String
    /// The position in the literal; `nil` stands for the mark's position.
    var offset: Int?
}
