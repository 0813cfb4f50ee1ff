/// Asks for what a new account needs.
struct SignUpPage: FormPage {
    let action: String
    let email: String
    let displayName: String
    let problem: StepProblem?
    let cancelURL: String
    let hiddenFields: [HiddenField]

    /// Where one begins to type.
    var focus: StepField { problem?.fields.first ?? .displayName }
}
