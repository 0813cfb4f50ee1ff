extension PasswordCheck {
    /// What a form with address and password leads to.
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
