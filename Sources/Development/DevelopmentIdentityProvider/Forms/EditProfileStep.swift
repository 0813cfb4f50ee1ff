/// Changes the user's name; a user without a session signs in by the same form.
struct EditProfileStep: Step {
    let accounts: AccountStore
    let passwords: PasswordCheck

    func page(_ fields: StepFields, problem: StepRefusal?, frame: StepFrame) -> any ProviderPage {
        // Typed text stays, also if it was refused; the first time nothing has been typed.
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

/// The form for a new name and, without a session, for address and password too.
struct EditProfilePage: FormPage {
    let action: String
    let email: String
    let displayName: String
    let problem: StepRefusal?
    let cancelURL: String
    let hiddenFields: [HiddenInput]
    let needsPassword: Bool

    /// The field with the focus, if one was refused.
    var focus: StepField? { problem?.fields.first }
}
