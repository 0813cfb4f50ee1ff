/// An authorization request that has been checked.
struct PendingAuthorization: Sendable, Equatable, Codable {
    let flow: UserFlow
    let clientID: String
    let target: ResponseTarget
    let scope: Scope
    let codeChallenge: CodeChallenge
    let nonce: String?
    let prompts: Set<Prompt>
    /// How long ago the user may have signed in, in seconds.
    let maxAge: Int?
    let loginHint: String?
    /// The subject of the `id_token_hint`.
    let hintedSubject: String?

    /// Whether a session meets the request's conditions, so that the user needn't sign in again.
    func accepts(_ session: ProviderSession, at time: Int) -> Bool {
        let account = session.account
        return prompts.isDisjoint(with: [.login, .selectAccount])
            && (flow.identityProvider.map { $0 == account.identityProvider } ?? true)
            && (maxAge.map { time - session.authTime < $0 } ?? true)
            && (loginHint.map { $0.lowercased() == account.email.lowercased() } ?? true)
            && (hintedSubject.map { $0 == account.id } ?? true)
    }
}

/// The interaction with the user that a client requests (OpenID Connect Core, section 3.1.2.1).
enum Prompt: String, Sendable, Codable, CaseIterable {
    case none
    case login
    case selectAccount = "select_account"
    /// Taken, and without effect: there is nothing here to consent to.
    case consent
}
