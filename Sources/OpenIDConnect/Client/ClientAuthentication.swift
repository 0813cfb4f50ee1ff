import FoundationEssentials
import HTTPTransport
import HTTPTypes

/// The client authentication in a request to the authority (OpenID Connect Core, section 9).
struct ClientAuthentication {
    let method: ClientAuthenticationMethod
    let clientID: String
    let credential: ClientCredential

    /// Uses the configured method, or else the first one that the authority offers and the credential fits.
    ///
    /// - Parameter offered: `token_endpoint_auth_methods_supported`; without it, `client_secret_basic` is what every
    ///   authority has to take (OpenID Connect Discovery 1.0, section 3).
    init(
        clientID: String, credential: ClientCredential, chosen: ClientAuthenticationMethod?, offered: [String]?
    ) throws(OpenIDConnectError) {
        self.clientID = clientID
        self.credential = credential
        if let chosen {
            guard chosen.fits(credential) else {
                let setting = chosen == .privateKeyJWT ? "clientKeyFile" : "clientSecret"
                throw OpenIDConnectError(.configuration(setting: setting), "\(chosen.rawValue) needs \(setting)")
            }
            method = chosen
            return
        }
        let usable = ClientAuthenticationMethod.allCases.filter { $0.fits(credential) }
        method = usable.first { offered?.contains($0.rawValue) ?? false } ?? usable.first ?? .none
    }

    /// Adds the authentication to a request.
    ///
    /// - Parameter audience: The token endpoint, which is an assertion's audience also at other endpoints (RFC 7523,
    ///   section 3).
    func prove(_ form: inout FormBody, _ fields: inout HTTPFields, audience: HTTPURL, now: Date)
        async throws(OpenIDConnectError)
    {
        switch (method, credential.secret, credential.privateKey) {
        case (.clientSecretBasic, let secret?, _):
            fields[.authorization] = Self.basic(clientID: clientID, secret: secret)
        case (.clientSecretPost, let secret?, _):
            form.append("client_id", clientID)
            form.append("client_secret", secret)
        case (.privateKeyJWT, _, let pem?):
            form.append("client_id", clientID)
            form.append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            form.append(
                "client_assertion",
                try await ClientAssertion(clientID: clientID, audience: audience, now: now).signed(by: pem))
        default:
            form.append("client_id", clientID)
        }
    }

    /// Id and secret are form-encoded first, so that a colon in either does no harm (RFC 6749, section 2.3.1).
    static func basic(clientID: String, secret: String) -> String {
        "Basic " + Data("\(FormBody.encode(clientID)):\(FormBody.encode(secret))".utf8).base64EncodedString()
    }
}

extension ClientAuthenticationMethod {
    fileprivate func fits(_ credential: ClientCredential) -> Bool {
        switch self {
        case .clientSecretBasic, .clientSecretPost: credential.secret != nil
        case .privateKeyJWT: credential.privateKey != nil
        case .none: true
        }
    }
}
