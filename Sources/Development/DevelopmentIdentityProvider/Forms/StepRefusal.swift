/// Why a form is refused.
struct StepRefusal: Sendable {
    static let email = StepRefusal("Type an email address, such as alice@dev.example.", in: .email)
    static let knownAddress = StepRefusal(
        "There is an account with this address already. Sign in, or reset its password.", in: .email)
    static let unknownAddress = StepRefusal("There is no account with this address.", in: .email)
    static let displayName = StepRefusal(
        "Type a name of 1 to \(DisplayName.maximumLength) characters.", in: .displayName)
    static let newPassword = StepRefusal(
        "Choose a password of at least \(NewPassword.minimumLength) characters.", in: .password)
    /// The text doesn't say which of the two is wrong, as identity providers don't.
    static let wrongPassword = StepRefusal("The email address or the password is not right.", in: .password, .email)

    /// The sentence that says so.
    let message: String
    /// The fields to fix, the first of which gets the focus.
    let fields: [StepField]

    private init(_ message: String, in fields: StepField...) {
        self.message = message
        self.fields = fields
    }
}

/// A field that a user types into.
enum StepField: Sendable {
    case email
    case password
    case displayName
}
