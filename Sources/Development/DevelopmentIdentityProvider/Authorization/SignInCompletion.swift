import Hummingbird

/// Ends an authorization well: with a code, and with the browser signed in here.
struct SignInCompletion: Sendable {
    let sessions: ProviderSessionStore
    let grants: GrantStore
    let responses: AuthorizationResponses

    /// For a user who has just authenticated: a new session, in place of the browser's earlier one.
    func signIn(_ account: Account, for request: PendingAuthorization, from browser: Request) async throws -> Response {
        let (session, token) = try await sessions.begin(account, replacing: ProviderCookie.session.token(in: browser))
        var response = try await goOn(session, for: request)
        ProviderCookie.session.set(token, in: &response)
        return response
    }

    /// For a user who is signed in already.
    func goOn(_ session: ProviderSession, for request: PendingAuthorization) async throws -> Response {
        try responses.code(try await grants.issueCode(for: request, in: session), to: request.target)
    }
}
