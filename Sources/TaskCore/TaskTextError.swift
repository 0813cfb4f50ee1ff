/// Why a text can't be a task.
public enum TaskTextError: Error, Sendable, Equatable {
    /// There is nothing but white space.
    case empty
    /// There are more than ``TaskText/maximumScalars`` Unicode scalars.
    case tooLong
    /// There is a NUL, which databases can't keep in a text.
    case containsNull
}
