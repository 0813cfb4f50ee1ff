/// Stands in for Facebook, and says so: whoever is named is signed in.
struct FacebookPage: FormPage {
    let action: String
    let email: String
    let displayName: String
    let problem: StepProblem?
    let cancelURL: String
    let hiddenFields: [HiddenField]

    /// Where one begins to type.
    var focus: StepField { problem?.fields.first ?? .displayName }
}
