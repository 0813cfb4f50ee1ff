/// Sets a new password at once; a real provider would send a mail first, and the page says so.
struct PasswordResetStep: Step {
    let accounts: AccountStore
    let hasher: PasswordHasher

    func page(_ fields: StepFields, problem: StepRefusal?, frame: StepFrame) -> any ProviderPage {
        PasswordResetPage(
            action: frame.action, email: fields.email, problem: problem, cancelURL: frame.cancelURL,
            hiddenFields: frame.hiddenFields)
    }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email) else { return .refused(.email) }
        guard let password = NewPassword(fields.password) else { return .refused(.newPassword) }
        guard let account = try await accounts.find(email, of: .local) else { return .refused(.unknownAddress) }
        try await accounts.setPasswordHash(try await hasher.hash(password.text), of: account)
        return .signedIn(account)
    }
}

/// Asks for an address and its new password.
struct PasswordResetPage: FormPage {
    let action: String
    let email: String
    let problem: StepRefusal?
    let cancelURL: String
    let hiddenFields: [HiddenInput]

    var focus: StepField { problem?.fields.first ?? (email.isEmpty ? .email : .password) }
}
