import HTTPTransport
import HTTPTypes
import PortableFoundation

/// The ends: of the session, of a token.
extension ProviderState {
    mutating func endSessionResponse(_ request: ReceivedRequest) -> ProviderResponse {
        let hint = request["id_token_hint"]
        if let hint, !idTokens.contains(hint) {
            note("id_token_hint was never issued (OpenID Connect RP-Initiated Logout 1.0, section 2)")
        }
        if hint == nil { note("no id_token_hint") }
        if let client = request["client_id"], client != self.client.id { note("end of the session for another client") }
        guard let place = request["post_logout_redirect_uri"], client.postLogoutRedirectURIs?.contains(place) ?? true
        else {
            note("post_logout_redirect_uri is missing or not registered")
            return .html("<p>You are signed out here.</p>")
        }
        var response = FormBody()
        switch misbehaviour.endSession {
        case .staysHere: return .html("<p>You are signed out here.</p>")
        case .noState: break
        case .otherState: response.append("state", random("state"))
        case nil: response.append("state", request["state"])
        }
        return .redirect(place, response)
    }

    mutating func revocationResponse(_ request: ReceivedRequest) -> ProviderResponse {
        guard authenticatedClient(request) != nil else { return .error("invalid_client", status: .unauthorized) }
        if let fault = misbehaviour.revocation, let response = ProviderResponse(fault) { return response }
        if let token = request.form[single: "token"], let known = refreshTokens[token] {
            revoke(session: known.grant.session)
        }
        return ProviderResponse(.ok)
    }

    mutating func pushedRequestResponse(_ request: ReceivedRequest) -> ProviderResponse {
        if let fault = misbehaviour.pushedRequestFault, let response = ProviderResponse(fault) { return response }
        guard authenticatedClient(request) != nil else { return .error("invalid_client", status: .unauthorized) }
        guard request.form[single: "request_uri"] == nil else {
            note("request_uri in a pushed request (RFC 9126, section 2.1)")
            return .error("invalid_request")
        }
        var parameters = Dictionary(
            request.form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        if request.form.fields.count != parameters.count {
            note("pushed request repeats a parameter (RFC 6749, section 3.1)")
        }
        for name in ["client_secret", "client_assertion", "client_assertion_type"] { parameters[name] = nil }
        parameters["client_id"] = parameters["client_id"] ?? client.id
        let reference = "urn:ietf:params:oauth:request_uri:\(random("request"))"
        pushedRequests[reference] = parameters
        return .json(["request_uri": .string(reference), "expires_in": 60], status: .created)
    }
}
