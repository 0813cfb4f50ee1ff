/// Signs in with address and password.
struct SignInStep: Step {
    let accounts: AccountStore

    func page(_ form: StepForm) -> any ProviderPage { SignInPage(form: form) }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        try await accounts.signIn(fields)
    }
}

/// Asks for address and password.
struct SignInPage: ProviderPage {
    let form: StepForm

    var focus: StepField { form.refusedField ?? (form.fields.email.isEmpty ? .email : .password) }
}

extension AccountStore {
    /// The outcome of a form with address and password.
    ///
    /// An address that can't be one is refused as an unknown one is.
    func signIn(_ fields: StepFields) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email), fields.password.utf8.count <= NewPassword.maximumByteCount,
            let account = try await account(of: email, password: fields.password)
        else { return .refused(.wrongPassword) }
        return .signedIn(account)
    }
}
