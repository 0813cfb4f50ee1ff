/// An authorization request that has been checked.
struct AuthorizationRequest: Sendable, Equatable, Codable {
    let flow: UserFlow
    let clientID: String
    let reply: ReplyAddress
    let scope: Scope
    let codeChallenge: CodeChallenge
    let nonce: String?
    let prompts: Set<Prompt>
    /// How long ago the person may have signed in, in seconds.
    let maxAge: Int?
    let loginHint: String?
    /// The subject of the `id_token_hint`.
    let hintedSubject: String?

    /// Whether a session answers the request's conditions, so that the person need not show again who they are.
    func accepts(_ session: ProviderSession, at time: Int) -> Bool {
        let account = session.account
        return prompts.isDisjoint(with: [.login, .selectAccount])
            && (flow.identityProvider.map { $0 == account.identityProvider } ?? true)
            && (maxAge.map { time - session.authTime < $0 } ?? true)
            && (loginHint.map { $0.lowercased() == account.email.lowercased() } ?? true)
            && (hintedSubject.map { $0 == account.id } ?? true)
    }
}
