/// Asks for an address and its new password.
struct PasswordResetPage: FormPage {
    let action: String
    let email: String
    let problem: StepProblem?
    let cancelURL: String
    let hiddenFields: [HiddenField]

    /// Where one begins to type.
    var focus: StepField { problem?.fields.first ?? (email.isEmpty ? .email : .password) }
}
