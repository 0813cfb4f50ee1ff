/// Changes the person's name.
///
/// Somebody who isn't signed in shows who they are in the same form.
struct EditProfileStep: Step {
    let accounts: AccountStore
    let passwords: PasswordCheck

    func page(_ fields: StepFields, problem: StepProblem?, frame: StepFrame) -> any Page {
        // What was typed stays, be it refused; the first time there is nothing typed.
        let name = problem == nil ? frame.session?.account.name ?? "" : fields.displayName
        return EditProfilePage(
            action: frame.action, email: frame.session?.account.email ?? fields.email, displayName: name,
            problem: problem,
            cancelURL: frame.cancelURL, hiddenFields: frame.hiddenFields, needsPassword: frame.session == nil)
    }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let name = DisplayName(fields.displayName) else { return .refused(.displayName) }
        if var session {
            session.account = try await accounts.rename(session.account, to: name)
            return .stillSignedIn(session)
        }
        let outcome = try await passwords.outcome(fields)
        guard case .signedIn(let account) = outcome else { return outcome }
        return .signedIn(try await accounts.rename(account, to: name))
    }
}
