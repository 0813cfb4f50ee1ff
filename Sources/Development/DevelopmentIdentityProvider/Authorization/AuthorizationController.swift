import Hummingbird

/// The authorization endpoint (RFC 6749, section 3.1; OpenID Connect Core, section 3.1.2).
struct AuthorizationController: Sendable {
    let reader: AuthorizationRequestParser
    let tokens: TokenIssuer
    let sessions: ProviderSessionStore
    let completion: SignInCompletion
    let responses: AuthorizationResponses
    let pages: StepPages
    let time: @Sendable () -> Int

    func authorize(_ request: Request, _ flow: UserFlow) async throws -> Response {
        let parameters = try await Parameters(request)
        let target = try reader.responseTarget(parameters)
        do {
            let hintedSubject = try await subject(ofHint: parameters["id_token_hint"])
            let authorization = try reader.request(parameters, flow: flow, target: target, hintedSubject: hintedSubject)
            return try await begin(authorization, request)
        } catch let error as OAuthError {
            return try responses.error(error, to: target)
        }
    }

    /// Goes on with the session that is there, or shows the flow's first form.
    private func begin(_ authorization: PendingAuthorization, _ request: Request) async throws -> Response {
        let found = try await sessions.find(ProviderCookie.session.token(in: request))
        let session = found.flatMap { authorization.accepts($0, at: time()) ? $0 : nil }
        if authorization.flow.mayGoOnSilently, let session {
            return try await completion.goOn(session, for: authorization)
        }
        guard !authorization.prompts.contains(.none) else {
            throw session == nil
                ? .noSession : OAuthError(.interactionRequired, "This policy always asks the person something.")
        }
        return try pages.begin(authorization, session: session, from: request)
    }

    private func subject(ofHint hint: String?) async throws(OAuthError) -> String? {
        guard let hint else { return nil }
        guard let claims = await tokens.read(hint) else {
            throw OAuthError(.invalidRequest, "AADB2C90208: The id_token_hint isn't a token of this provider's.")
        }
        return claims.sub
    }
}
