/// Signs in with address and password.
struct SignInStep: Step {
    let passwords: PasswordCheck

    func page(_ fields: StepFields, problem: StepRefusal?, frame: StepFrame) -> any ProviderPage {
        SignInPage(
            action: frame.action, email: fields.email, problem: problem, passwordResetURL: frame.passwordResetURL,
            signUpURL: frame.signUpURL, cancelURL: frame.cancelURL, hiddenFields: frame.hiddenFields)
    }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        try await passwords.outcome(fields)
    }
}

/// Asks for address and password.
struct SignInPage: FormPage {
    let action: String
    let email: String
    let problem: StepRefusal?
    let passwordResetURL: String?
    let signUpURL: String?
    let cancelURL: String
    let hiddenFields: [HiddenInput]

    var focus: StepField { problem?.fields.first ?? (email.isEmpty ? .email : .password) }
}

extension PasswordCheck {
    /// The outcome of a form with address and password.
    ///
    /// An address that can't be one is refused as an unknown one is.
    func outcome(_ fields: StepFields) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email), !fields.password.isEmpty,
            fields.password.utf8.count <= NewPassword.maximumByteCount
        else { return .refused(.wrongPassword) }
        return switch try await check(email, fields.password) {
        case .right(let account): .signedIn(account)
        case .wrong: .refused(.wrongPassword)
        case .tooManyAttempts: .refused(.tooManyAttempts)
        }
    }
}
