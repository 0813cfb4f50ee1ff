/// Signs in with address and password.
struct SignInStep: Step {
    let passwords: PasswordCheck

    func page(_ fields: StepFields, problem: StepProblem?, frame: StepFrame) -> any Page {
        SignInPage(
            action: frame.action, email: fields.email, problem: problem, passwordResetURL: frame.passwordResetURL,
            signUpURL: frame.signUpURL, cancelURL: frame.cancelURL, hiddenFields: frame.hiddenFields)
    }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        try await passwords.outcome(fields)
    }
}
