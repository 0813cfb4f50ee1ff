/// All that is wrong in the templates of one target.
public struct PageCompilationError: Error, CustomStringConvertible {
    /// The first fault of each template that has any.
    public let errors: [TemplateError]

    /// One line for each fault.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}
