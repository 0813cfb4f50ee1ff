/// Changes the user's name; a user without a session signs in by the same form.
struct EditProfileStep: Step {
    let accounts: AccountStore

    func page(_ form: StepForm) -> any ProviderPage { EditProfilePage(form: form) }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let name = DisplayName(fields.displayName) else { return .refused(.displayName) }
        if var session {
            session.account = try await accounts.rename(session.account, to: name)
            return .stillSignedIn(session)
        }
        let outcome = try await accounts.signIn(fields)
        guard case .signedIn(let account) = outcome else { return outcome }
        return .signedIn(try await accounts.rename(account, to: name))
    }
}

/// The form for a new name and, without a session, for address and password too.
struct EditProfilePage: ProviderPage {
    let form: StepForm

    var needsPassword: Bool { form.session == nil }
    var email: String { form.session?.account.email ?? form.fields.email }
    /// Typed text stays if it was refused; the first time nothing has been typed.
    var displayName: String { form.problem == nil ? form.session?.account.name ?? "" : form.fields.displayName }
}
