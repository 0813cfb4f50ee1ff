import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// The end-session endpoint (OpenID Connect RP-Initiated Logout).
struct LogoutController: Sendable {
    let registration: Registration
    let sessions: ProviderSessionStore
    let tokens: TokenIssuer

    func logOut(_ request: Request) async throws -> Response {
        let parameters = try await Parameters(request)
        let hint = try await hint(parameters)
        let token = ProviderCookie.session.token(in: request)
        let session = try await sessions.find(token)
        // A hint of another user ends nothing, because the browser has another user by now.
        let isOurs = hint == nil || session == nil || hint?.sub == session?.account.id
        if let token, isOurs { try await sessions.end(token) }
        var response: Response
        do {
            response = try next(parameters, hint: hint)
        } catch {
            response = Response.page(
                ProviderErrorPage(title: error.title, message: error.message), status: error.status)
        }
        if isOurs { ProviderCookie.session.clear(in: &response) }
        return response
    }

    /// The claims of the `id_token_hint`, which must be a token that this client was given; it may have expired.
    private func hint(_ parameters: Parameters) async throws -> TokenClaims? {
        guard let text = parameters["id_token_hint"] else { return nil }
        guard let claims = await tokens.read(text), claims.aud == registration.clientID,
            parameters["client_id"] == nil || parameters["client_id"] == claims.aud
        else {
            throw ProviderPageError(
                status: .badRequest, title: "You are still signed in here",
                message: """
                    The request to sign out carries an id_token_hint that isn't a token of this provider's for the \
                    application.
                    """
            )
        }
        return claims
    }

    /// Back to the client, if the client is known and the address is registered; else a page that says so.
    private func next(_ parameters: Parameters, hint: TokenClaims?) throws(ProviderPageError) -> Response {
        guard let wanted = parameters["post_logout_redirect_uri"] else { return Response.page(ProviderSignedOutPage()) }
        guard hint != nil || parameters["client_id"] == registration.clientID,
            let url = registration.postLogoutRedirectURI(wanted)
        else {
            throw .unknownPostLogoutURI
        }
        var state = FormBody()
        state.append("state", parameters["state"])
        return Response(seeOther: url.appending(query: state).description)
    }
}
