import Encodings
import HTTPTransport
import HTTPTypes
import PortableFoundation

/// Posts to the endpoints that authenticate the client.
struct ClientConnection {
    let call: ProviderCall
    let authentication: ClientAuthentication
    let tokenEndpoint: HTTPURL
    /// The audience of assertions.
    let audience: String
    /// The algorithms that the authority takes in assertions; `nil` if it doesn't say.
    let algorithms: [String]?
    let now: @Sendable () -> Date

    init(
        _ configuration: RelyingPartyConfiguration, _ credential: ClientCredential, _ provider: Provider,
        _ metadata: ProviderMetadata
    ) throws(OpenIDConnectError) {
        call = provider.call
        now = provider.now
        tokenEndpoint = metadata.tokenEndpoint
        let isMicrosofts = MicrosoftAuthority.isHost(configuration.authority.bare.host)
        switch configuration.assertionAudience ?? (isMicrosofts ? .tokenEndpoint : .issuer) {
        case .issuer: audience = metadata.issuer
        case .tokenEndpoint: audience = metadata.tokenEndpoint.description
        }
        algorithms = metadata.assertionAlgorithms
        authentication = try ClientAuthentication(
            clientID: configuration.clientID, credential: credential, chosen: configuration.clientAuthentication,
            offered: metadata.clientAuthentication)
    }

    /// - Parameter secrets: Gets the values that are sent and received.
    func post(
        _ form: FormBody, to url: HTTPURL, secrets: inout ExchangeSecrets
    ) async throws(OpenIDConnectError) -> TransportResponse {
        var form = form
        var fields = HTTPFields()
        try await authentication.prove(&form, &fields, audience: audience, algorithms: algorithms, now: now())
        let proof = fields[.authorization]?.split(separator: " ").last.map(String.init)
        secrets.insert([authentication.credential.secret, proof])
        secrets.insert(form)
        let response = try await call.post(form, to: url, headerFields: fields)
        if let object = response.object { secrets.insert(object) }
        return response
    }

    /// Sends a request to the token endpoint (RFC 6749, sections 4.1.3 and 6).
    ///
    /// - Parameter secrets: The values of the sign-in that its error messages must not repeat.
    func tokens(for form: FormBody, secrets: ExchangeSecrets = ExchangeSecrets()) async throws(OpenIDConnectError)
        -> TokenResponse
    {
        let sent = now()
        var secrets = secrets
        let response = try await post(form, to: tokenEndpoint, secrets: &secrets)
        return try TokenResponse(response, sent: sent, secrets: secrets, refusedClient: authentication.fault)
    }

    /// An assertion as it would be sent now; `nil` unless the client authenticates by one.
    func assertion() async throws(OpenIDConnectError) -> ClientAssertion? {
        try await authentication.assertion(audience: audience, algorithms: algorithms, now: now())
    }
}
