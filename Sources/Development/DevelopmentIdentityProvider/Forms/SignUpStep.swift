/// Makes a local account.
struct SignUpStep: Step {
    let accounts: AccountStore
    let hasher: PasswordHasher
    let passwords: PasswordCheck

    func page(_ fields: StepFields, problem: StepRefusal?, frame: StepFrame) -> any ProviderPage {
        SignUpPage(
            action: frame.action, email: fields.email, displayName: fields.displayName, problem: problem,
            cancelURL: frame.cancelURL,
            hiddenFields: frame.hiddenFields)
    }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email) else { return .refused(.email) }
        guard let name = DisplayName(fields.displayName) else { return .refused(.displayName) }
        guard let password = NewPassword(fields.password) else { return .refused(.newPassword) }
        let hash = try await hasher.hash(password.text)
        if let account = try await accounts.create(email, name: name, passwordHash: hash, of: .local) {
            return .signedIn(account)
        }
        // If the button is pressed twice, the second request has the password of the account that the first has
        // created.
        guard case .right(let account) = try await passwords.check(email, password.text) else {
            return .refused(.knownAddress)
        }
        return .signedIn(account)
    }
}

/// The form of a new account.
struct SignUpPage: FormPage {
    let action: String
    let email: String
    let displayName: String
    let problem: StepRefusal?
    let cancelURL: String
    let hiddenFields: [HiddenInput]

    var focus: StepField { problem?.fields.first ?? .displayName }
}
