/// Asks for a new name and, where nobody is signed in, for address and password too.
struct EditProfilePage: FormPage {
    let action: String
    let email: String
    let displayName: String
    let problem: StepProblem?
    let cancelURL: String
    let hiddenFields: [HiddenField]
    let needsPassword: Bool

    /// Where one begins to type, once there is something to mend.
    var focus: StepField? { problem?.fields.first }
}
