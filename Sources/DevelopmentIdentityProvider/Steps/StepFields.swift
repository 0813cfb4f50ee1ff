/// What a form of the provider's posts, as it was typed.
struct StepFields: Sendable {
    var email = ""
    var password = ""
    var displayName = ""
}
