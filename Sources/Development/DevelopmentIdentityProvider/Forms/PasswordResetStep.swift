/// Sets a new password at once; a real provider would send a mail first, and the page says so.
struct PasswordResetStep: Step {
    let accounts: AccountStore

    func page(_ form: StepForm) -> any ProviderPage { PasswordResetPage(form: form) }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email) else { return .refused(.email) }
        guard let password = NewPassword(fields.password) else { return .refused(.newPassword) }
        guard let account = try await accounts.find(email, of: .local) else { return .refused(.unknownAddress) }
        try await accounts.setPassword(password, of: account)
        return .signedIn(account)
    }
}

/// Asks for an address and its new password.
struct PasswordResetPage: ProviderPage {
    let form: StepForm

    var focus: StepField { form.refusedField ?? (form.fields.email.isEmpty ? .email : .password) }
}
