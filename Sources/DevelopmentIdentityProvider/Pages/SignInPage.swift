/// Asks for address and password.
struct SignInPage: FormPage {
    let action: String
    let email: String
    let problem: StepProblem?
    let passwordResetURL: String?
    let signUpURL: String?
    let cancelURL: String
    let hiddenFields: [HiddenField]

    /// Where one begins to type.
    var focus: StepField { problem?.fields.first ?? (email.isEmpty ? .email : .password) }
}
