/// Makes a local account.
struct SignUpStep: Step {
    let accounts: AccountStore

    func page(_ form: StepForm) -> any ProviderPage { SignUpPage(form: form) }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email) else { return .refused(.email) }
        guard let name = DisplayName(fields.displayName) else { return .refused(.displayName) }
        guard let password = NewPassword(fields.password) else { return .refused(.newPassword) }
        if let account = try await accounts.create(email, name: name, password: password.text, of: .local) {
            return .signedIn(account)
        }
        // If the button is pressed twice, the second request has the password of the account that the first has
        // created.
        guard let account = try await accounts.account(of: email, password: password.text) else {
            return .refused(.knownAddress)
        }
        return .signedIn(account)
    }
}

/// The form of a new account.
struct SignUpPage: ProviderPage {
    let form: StepForm

    var focus: StepField { form.refusedField ?? .displayName }
}
