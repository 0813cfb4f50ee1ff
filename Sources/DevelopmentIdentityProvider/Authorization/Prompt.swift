/// What a client wants a person to be asked (OpenID Connect Core, section 3.1.2.1).
enum Prompt: String, Sendable, Codable, CaseIterable {
    case none
    case login
    case selectAccount = "select_account"
    /// Taken, and without effect: there is nothing here to consent to.
    case consent
}
