import HTTPTransport
import HTTPTypes
import PortableFoundation

/// The client authentication in a request to the authority (OpenID Connect Core, section 9).
struct ClientAuthentication {
    let method: ClientAuthenticationMethod
    let clientID: String
    let credential: ClientCredential

    /// Uses the configured method, or else the first one that the authority offers and the credential fits.
    ///
    /// - Parameter offered: `token_endpoint_auth_methods_supported`; without it, every authority has to accept
    ///   `client_secret_basic` (OpenID Connect Discovery 1.0, section 3).
    init(
        clientID: String, credential: ClientCredential, chosen: ClientAuthenticationMethod?, offered: [String]?
    ) throws(OpenIDConnectError) {
        self.clientID = clientID
        self.credential = credential
        if let chosen {
            guard chosen.fits(credential) else {
                let isSecret = chosen != .privateKeyJWT
                throw OpenIDConnectError(
                    .configuration(isSecret ? .clientSecret : .clientKey),
                    "\(chosen.rawValue) needs the client's \(isSecret ? "secret" : "key or an assertion")")
            }
            method = chosen
            return
        }
        let usable = ClientAuthenticationMethod.allCases.filter { $0.fits(credential) }
        method = usable.first { offered?.contains($0.rawValue) ?? false } ?? usable.first ?? .publicClient
    }

    /// The fault if the authority refuses the client: the credential that is used; without one the client's id.
    var fault: ConfigurationFault {
        switch method {
        case .clientSecretBasic, .clientSecretPost: .clientSecret
        case .privateKeyJWT: credential.isAssertionForeign ? .clientAssertion : .clientKey
        case .publicClient: .clientID
        }
    }

    /// Adds the authentication to a request.
    ///
    /// - Parameters:
    ///   - audience: The audience of an assertion, the same at all endpoints.
    ///   - algorithms: `token_endpoint_auth_signing_alg_values_supported`.
    func prove(_ form: inout FormBody, _ fields: inout HTTPFields, audience: String, algorithms: [String]?, now: Date)
        async throws(OpenIDConnectError)
    {
        switch (method, credential.secret) {
        case (.clientSecretBasic, let secret?):
            fields[.authorization] = Self.basic(clientID: clientID, secret: secret)
            return
        case (.clientSecretPost, let secret?):
            form.append("client_id", clientID)
            form.append("client_secret", secret)
            return
        default: form.append("client_id", clientID)
        }
        if let assertion = try await assertion(audience: audience, algorithms: algorithms, now: now) {
            form.append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            form.append("client_assertion", assertion.text)
        }
    }

    /// A new assertion; `nil` unless the method is `private_key_jwt`.
    func assertion(audience: String, algorithms: [String]?, now: Date) async throws(OpenIDConnectError)
        -> ClientAssertion?
    {
        guard method == .privateKeyJWT else { return nil }
        if let pem = credential.privateKey {
            let key = try ClientSigningKey(pem: pem, certificate: credential.certificate)
            return try ClientAssertion(
                clientID: clientID, audience: audience, key: key, algorithm: key.algorithm(offered: algorithms),
                now: now)
        }
        guard let source = credential.assertion else { return nil }
        let text: String
        do {
            text = try await source()
        } catch {
            throw ClientAssertion.unusable("can't be read: \(error)")
        }
        return try ClientAssertion(foreign: text, now: now)
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
        case .privateKeyJWT: credential.privateKey != nil || credential.assertion != nil
        case .publicClient: true
        }
    }
}
