import Crypto
import Encodings
import HTTPTransport

/// Builds the parameters of an authorization request, without sending it.
///
/// RFC 6749, section 4.1.1; OpenID Connect Core, section 3.1.2.1.
struct AuthorizationRequest {
    let configuration: RelyingPartyConfiguration
    let request: SignInRequest

    /// The requested `max_age`: the request's, or else the configuration's.
    func maxAge() throws(OpenIDConnectError) -> Int? {
        if let asked = request.maxAge { return asked }
        guard let field = configuration.extraParameters.fields.first(where: { $0.name == "max_age" }) else {
            return nil
        }
        guard let seconds = Int(field.value), seconds >= 0 else { throw wrongExtra("max_age is no number of seconds") }
        return seconds
    }

    /// The `acr_values` that are requested, by the request or else by the configuration.
    var acrValues: String? {
        request.acrValues ?? configuration.extraParameters.fields.first { $0.name == "acr_values" }?.value
    }

    func parameters(_ attempt: SignInAttempt, scopes: [String]) throws(OpenIDConnectError) -> FormBody {
        var form = FormBody([
            ("response_type", "code"),
            ("client_id", configuration.clientID),
            ("redirect_uri", configuration.redirectURI),
            ("scope", scopes.joined(separator: " ")),
            ("state", attempt.state),
            ("nonce", attempt.nonce),
            ("code_challenge", PKCE(verifier: attempt.codeVerifier).challenge),
            ("code_challenge_method", "S256"),
        ])
        if configuration.responseMode != .query { form.append("response_mode", configuration.responseMode.rawValue) }
        form.append("prompt", request.prompt ?? configuration.prompt)
        form.append("max_age", attempt.maxAge.map { "\($0)" })
        form.append("login_hint", request.loginHint)
        form.append("ui_locales", request.uiLocales)
        form.append("acr_values", attempt.acrValues)
        form.append("domain_hint", request.domainHint)
        form.append("claims", ClaimsParameter.text(request.claims, capabilities: configuration.clientCapabilities))
        let own = Set(form.fields.map(\.name))
        for field in configuration.extraParameters.fields {
            guard !RelyingPartyConfiguration.reservedParameters.contains(field.name) else {
                throw wrongExtra("\(ProviderText.sanitized(field.name)) is the protocol's own")
            }
            // The request's parameters override the configuration's.
            if !own.contains(field.name) { form.append(field.name, field.value) }
        }
        return form
    }

    private func wrongExtra(_ words: String) -> OpenIDConnectError {
        .init(.configuration(.extraParameters), "extraParameters: \(words)")
    }
}

/// The scopes of a sign-in (OpenID Connect Core, sections 3.1.2.1 and 11).
struct ScopeRule {
    let configured: [String]
    let clientID: String
    let usesPolicies: Bool
    /// `scopes_supported`, if it is published.
    let published: [String]?

    var scopes: [String] {
        var scopes = ["openid"]
        // A provider that publishes its scopes without one of these may refuse it; Azure AD B2C publishes neither, and
        // needs the second.
        for scope in ["profile", "offline_access"] where usesPolicies || published?.contains(scope) ?? true {
            scopes.append(scope)
        }
        // Without a resource's scope B2C issues no access token; the client's own id is such a scope.
        for scope in configured.isEmpty && usesPolicies ? [clientID] : configured where !scopes.contains(scope) {
            scopes.append(scope)
        }
        return scopes
    }
}

/// Proof Key for Code Exchange by S256 (RFC 7636).
struct PKCE {
    let verifier: String

    /// The code challenge that the authorization request has (section 4.2).
    var challenge: String { Base64URL.encode(SHA256.hash(data: Array(verifier.utf8))) }
}
