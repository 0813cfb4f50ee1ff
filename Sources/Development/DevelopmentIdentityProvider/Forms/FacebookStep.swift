/// Signs in the user that the form names, as Facebook would.
///
/// These accounts are apart from the local ones, whatever their addresses.
struct FacebookStep: Step {
    let accounts: AccountStore

    func page(_ fields: StepFields, problem: StepRefusal?, frame: StepFrame) -> any ProviderPage {
        FacebookPage(
            action: frame.action, email: fields.email, displayName: fields.displayName, problem: problem,
            cancelURL: frame.cancelURL,
            hiddenFields: frame.hiddenFields)
    }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email) else { return .refused(.email) }
        guard let name = DisplayName(fields.displayName) else { return .refused(.displayName) }
        if let account = try await accounts.create(email, name: name, passwordHash: nil, of: .facebook) {
            return .signedIn(account)
        }
        guard let account = try await accounts.find(email, of: .facebook) else { return .refused(.email) }
        return .signedIn(try await accounts.rename(account, to: name))
    }
}

/// The page that stands in for Facebook, and says so: it signs in the user that the form names.
struct FacebookPage: FormPage {
    let action: String
    let email: String
    let displayName: String
    let problem: StepRefusal?
    let cancelURL: String
    let hiddenFields: [HiddenInput]

    var focus: StepField { problem?.fields.first ?? .displayName }
}
