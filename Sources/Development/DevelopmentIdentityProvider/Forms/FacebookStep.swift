/// Signs in the user that the form names, as Facebook would.
///
/// These accounts are apart from the local ones, whatever their addresses.
struct FacebookStep: Step {
    let accounts: AccountStore

    func page(_ form: StepForm) -> any ProviderPage { FacebookPage(form: form) }

    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome {
        guard let email = EmailAddress(fields.email) else { return .refused(.email) }
        guard let name = DisplayName(fields.displayName) else { return .refused(.displayName) }
        if let account = try await accounts.create(email, name: name, password: nil, of: .facebook) {
            return .signedIn(account)
        }
        guard let account = try await accounts.find(email, of: .facebook) else { return .refused(.email) }
        return .signedIn(try await accounts.rename(account, to: name))
    }
}

/// The page that stands in for Facebook, and says so: it signs in the user that the form names.
struct FacebookPage: ProviderPage {
    let form: StepForm

    var focus: StepField { form.refusedField ?? .displayName }
}
