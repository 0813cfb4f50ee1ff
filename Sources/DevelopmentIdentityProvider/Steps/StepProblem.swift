/// Why a form is refused.
struct StepProblem: Sendable {
    static let email = StepProblem("Type an email address, such as alice@dev.example.", in: .email)
    static let knownAddress = StepProblem(
        "There is an account with this address already. Sign in, or reset its password.", in: .email)
    static let unknownAddress = StepProblem("There is no account with this address.", in: .email)
    static let displayName = StepProblem(
        "Type a name of 1 to \(DisplayName.maximumLength) characters.", in: .displayName)
    static let newPassword = StepProblem(
        "Choose a password of at least \(NewPassword.minimumLength) characters.", in: .password)
    /// Which of the two is wrong is nobody's business.
    static let wrongPassword = StepProblem("The email address or the password is not right.", in: .password, .email)
    static let tooManyAttempts = StepProblem("Too many wrong passwords. Wait a minute, then try again.")

    /// The sentence that says so.
    let message: String
    /// The fields to mend, the first of which gets the focus; none where another text wouldn't help.
    let fields: [StepField]

    private init(_ message: String, in fields: StepField...) {
        self.message = message
        self.fields = fields
    }
}
