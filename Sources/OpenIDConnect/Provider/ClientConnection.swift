import FoundationEssentials
import HTTPTransport
import HTTPTypes

/// Posts to the endpoints at which the client has to prove who it is.
struct ClientConnection {
    let call: ProviderCall
    let authentication: ClientAuthentication
    let tokenEndpoint: HTTPURL
    let now: @Sendable () -> Date

    init(
        _ configuration: RelyingPartyConfiguration, _ credential: ClientCredential, _ provider: Provider, _ metadata: ProviderMetadata
    ) throws(OpenIDConnectError) {
        call = provider.call
        now = provider.now
        tokenEndpoint = metadata.tokenEndpoint
        authentication = try ClientAuthentication(
            clientID: configuration.clientID, credential: credential, chosen: configuration.clientAuthentication,
            offered: metadata.clientAuthentication)
    }

    func post(_ form: FormBody, to url: HTTPURL) async throws(OpenIDConnectError) -> TransportResponse {
        var form = form
        var fields = HTTPFields()
        try await authentication.prove(&form, &fields, audience: tokenEndpoint, now: now())
        return try await call.post(form, to: url, headerFields: fields)
    }

    /// Asks the token endpoint (RFC 6749, sections 4.1.3 and 6).
    func tokens(for form: FormBody) async throws(OpenIDConnectError) -> TokenAnswer {
        let sent = now()
        return try TokenAnswer(try await post(form, to: tokenEndpoint), received: sent)
    }
}
