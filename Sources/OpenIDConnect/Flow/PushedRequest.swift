import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes

/// Pushes an authorization request to the authority, so that the browser sends a reference only (RFC 9126).
struct PushedRequest {
    let endpoint: HTTPURL
    let client: ClientConnection

    /// - Returns: The parameters that the browser sends.
    func push(_ parameters: FormBody) async throws(OpenIDConnectError) -> FormBody {
        var form = parameters
        // If the method needs the client's id in the body, the authentication adds it.
        form.fields.removeAll { $0.name == "client_id" && client.authentication.method != .clientSecretBasic }
        var secrets = ExchangeSecrets()
        let response = try await client.post(form, to: endpoint, secrets: &secrets)
        try BusyProvider.check(response, now: client.now())
        let object = JSONObject(parsing: response.body)
        let setting = client.authentication.setting
        if let refusal = object.flatMap({ ProviderRefusal($0, secrets: secrets, credentialSetting: setting) }) {
            throw refusal.atRedirect
        }
        guard (200..<300).contains(response.status.code), let reference = object?["request_uri"]?.string,
            !reference.isEmpty
        else {
            throw OpenIDConnectError(
                .invalidProviderResponse,
                "the authority did not take the pushed authorization request (status \(response.status.code))")
        }
        return FormBody([("client_id", client.authentication.clientID), ("request_uri", reference)])
    }
}
