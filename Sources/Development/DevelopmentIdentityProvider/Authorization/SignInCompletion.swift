import Encodings
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
        let grant = StoredGrant(
            id: RandomIdentifier.uuid(), account: session.account, clientID: request.clientID, flow: request.flow,
            scope: request.scope, sessionID: session.id, authTime: session.authTime)
        let code = try await grants.issueCode(
            for: grant, redirectURI: request.target.redirectURI, challenge: request.codeChallenge,
            nonce: request.nonce)
        return try responses.code(code, to: request.target)
    }
}
