/// A field that a person types into.
enum StepField: Sendable {
    case email
    case password
    case displayName
}
