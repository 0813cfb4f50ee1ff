/// What came of a form.
enum StepOutcome: Sendable {
    /// The person has shown who they are.
    case signedIn(Account)
    /// The person was signed in, and is still.
    case stillSignedIn(ProviderSession)
    /// The form is shown again, with the reason.
    case refused(StepProblem)
}
