import HTTPTransport

/// Checks authorization requests, in two steps: first whether there is a client that may have the response, then all
/// else.
struct AuthorizationRequestParser: Sendable {
    /// Maximum size of a value that is sent on (state, nonce), in bytes.
    private static let maximumLength = 4096

    let registration: Registration

    /// The target of the response.
    ///
    /// Until it is settled, nothing is redirected anywhere (RFC 6749, section 4.1.2.1; RFC 9700, section 4.1).
    func responseTarget(_ parameters: Parameters) throws(ProviderPageError) -> ResponseTarget {
        guard parameters["client_id"] == registration.clientID else { throw .unknownClient }
        guard parameters["redirect_uri"] == registration.redirectURI.description else { throw .unknownRedirectURI }
        return ResponseTarget(
            redirectURI: registration.redirectURI.description,
            mode: parameters["response_mode"].flatMap(ResponseDelivery.init) ?? .query,
            state: parameters["state"].flatMap { $0.utf8.count <= Self.maximumLength ? $0 : nil })
    }

    func request(
        _ parameters: Parameters, flow: UserFlow, target: ResponseTarget, hintedSubject: String?
    ) throws(OAuthError) -> PendingAuthorization {
        try refuseUnsupported(parameters)
        let scope = Scope(parameters["scope"] ?? "")
        guard scope.contains(Scope.openID) else { throw OAuthError(.invalidScope, "The scope must contain openid.") }
        return PendingAuthorization(
            flow: flow, clientID: registration.clientID, target: target, scope: scope.known(to: registration.clientID),
            codeChallenge: try codeChallenge(parameters), nonce: parameters["nonce"], prompts: try prompts(parameters),
            maxAge: try maxAge(parameters),
            loginHint: parameters["login_hint"].flatMap { $0.utf8.count <= EmailAddress.maximumLength ? $0 : nil },
            hintedSubject: hintedSubject)
    }

    private func refuseUnsupported(_ parameters: Parameters) throws(OAuthError) {
        if parameters["request"] != nil { throw OAuthError(.requestNotSupported, "Request objects are not supported.") }
        if parameters["request_uri"] != nil {
            throw OAuthError(.requestURINotSupported, "Request objects are not supported.")
        }
        if parameters["registration"] != nil {
            throw OAuthError(.registrationNotSupported, "Registration is not supported.")
        }
        switch parameters["response_type"] {
        case "code": break
        case nil: throw OAuthError(.invalidRequest, "There is no response_type.")
        default: throw OAuthError(.unsupportedResponseType, "The response_type must be code.")
        }
        if let mode = parameters["response_mode"], ResponseDelivery(rawValue: mode) == nil {
            throw OAuthError(.invalidRequest, "The response_mode must be query or form_post.")
        }
        for name in ["state", "nonce"] where (parameters[name] ?? "").utf8.count > Self.maximumLength {
            throw OAuthError(.invalidRequest, "The \(name) is too long.")
        }
    }

    private func codeChallenge(_ parameters: Parameters) throws(OAuthError) -> CodeChallenge {
        guard let text = parameters["code_challenge"], parameters["code_challenge_method"] == "S256",
            let challenge = CodeChallenge(text)
        else {
            throw OAuthError(.invalidRequest, "PKCE is needed: a code_challenge by the code_challenge_method S256.")
        }
        return challenge
    }

    private func prompts(_ parameters: Parameters) throws(OAuthError) -> Set<Prompt> {
        let names = (parameters["prompt"] ?? "").split(separator: " ").map(String.init)
        let prompts = Set(names.compactMap(Prompt.init))
        guard prompts.count == Set(names).count else {
            throw OAuthError(.invalidRequest, "AADB2C90043: The prompt contains a value that isn't known here.")
        }
        guard !prompts.contains(.none) || prompts.count == 1 else {
            throw OAuthError(.invalidRequest, "The prompt none stands alone.")
        }
        return prompts
    }

    private func maxAge(_ parameters: Parameters) throws(OAuthError) -> Int? {
        guard let text = parameters["max_age"] else { return nil }
        guard let seconds = UInt32(text) else {
            throw OAuthError(.invalidRequest, "AADB2C90120: The max_age must be a whole number of seconds.")
        }
        return Int(seconds)
    }
}
