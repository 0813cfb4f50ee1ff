import Encodings
import HTTPTransport
import HTTPTypes
import PortableFoundation
import Synchronization

/// Whether authorization requests are pushed to the authority, so that the browser sends a reference only (RFC 9126).
///
/// More cases may come in a minor version: switch with a `default`.
public enum PushedRequestMode: String, Sendable, CaseIterable {
    /// Requests are pushed if the metadata has an endpoint for them.
    ///
    /// If the endpoint refuses this client, and pushed requests aren't required, the plain request is sent, which PKCE
    /// protects as well.
    case auto
    /// A sign-in fails if the authority has no endpoint for them, or it refuses them.
    case always
    /// A sign-in fails if the metadata requires them.
    case never
}

/// Pushes an authorization request to the authority.
struct PushedRequest {
    /// Errors with status 400 that are about the client or the endpoint, not about a parameter.
    private static let clientErrors: Set<String> = ["invalid_request", "invalid_client", "unauthorized_client"]

    let endpoint: HTTPURL
    let client: ClientConnection

    /// - Returns: The parameters that the browser sends.
    /// - Throws: ``RefusalReason/pushedRequestRefused`` if the authority doesn't take requests from this client.
    func push(_ parameters: FormBody) async throws(OpenIDConnectError) -> FormBody {
        var form = parameters
        // If the method needs the client's id in the body, the authentication adds it.
        form.fields.removeAll { $0.name == "client_id" && client.authentication.method != .clientSecretBasic }
        var secrets = ExchangeSecrets()
        let response = try await client.post(form, to: endpoint, secrets: &secrets)
        try BusyProvider.check(response, now: client.now())
        let object = response.object
        let fault = client.authentication.fault
        let refusal = object.flatMap { ProviderRefusal($0, secrets: secrets, refusedClient: fault)?.atRedirect }
        if Self.isRefused(response.status.code, object?["error"]?.string) {
            let words = [response.statusInWords, refusal?.description].compactMap(\.self).joined(separator: ": ")
            throw OpenIDConnectError(.pushedRequestRefused, words, at: endpoint)
        }
        if let refusal { throw refusal }
        guard (200..<300).contains(response.status.code), let reference = object?["request_uri"]?.string,
            !reference.isEmpty
        else {
            throw OpenIDConnectError(.pushedRequestIgnored, response.statusInWords, at: endpoint)
        }
        return FormBody([("client_id", client.authentication.clientID), ("request_uri", reference)])
    }

    private static func isRefused(_ status: Int, _ error: String?) -> Bool {
        switch status {
        case 401, 403, 404, 405: true
        case 400: error.map(clientErrors.contains) ?? false
        default: false
        }
    }
}

extension ProviderMetadata {
    /// Checks that there is an endpoint if requests have to be pushed (RFC 9126, section 5).
    func checkPushedRequests(_ mode: PushedRequestMode) throws(OpenIDConnectError) {
        if mode == .never, requiresPushedRequests { throw OpenIDConnectError(.pushedRequestsRequired) }
        guard pushedRequestEndpoint == nil, mode == .always || requiresPushedRequests else { return }
        throw OpenIDConnectError(.pushedRequestsLackEndpoint)
    }
}

extension RelyingParty {
    /// The seconds for which a refused endpoint isn't tried again.
    private static var pushPause: Double { 600 }

    /// Pushes the parameters of an authorization request, if that is required or possible.
    ///
    /// - Returns: The parameters that the browser sends, and the refusal if they are the plain ones because of it. The
    ///   refusal is `nil` also if an earlier request had it.
    func pushed(
        _ parameters: FormBody, _ metadata: ProviderMetadata, policy: String?
    ) async throws(OpenIDConnectError) -> (parameters: FormBody, refusal: OpenIDConnectError?) {
        let mode = configuration.pushedRequests
        try metadata.checkPushedRequests(mode)
        let isRequired = mode == .always || metadata.requiresPushedRequests
        guard let endpoint = metadata.pushedRequestEndpoint, mode != .never, isRequired || !isPushRefused else {
            return (parameters, nil)
        }
        do throws(OpenIDConnectError) {
            let reference = try await provider.reach(
                endpoint, of: metadata, \.pushedRequestEndpoint, policy: policy
            ) {
                (endpoint, metadata) async throws(OpenIDConnectError) in
                try await PushedRequest(endpoint: endpoint, client: try client(metadata)).push(parameters)
            }
            return (reference, nil)
        } catch {
            guard error.kind == RefusalReason.pushedRequestRefused.kind, !isRequired else { throw error }
            let isKnown = pushRefusal.withLock { refused in
                defer { refused = provider.now() }
                return isRecent(refused)
            }
            return (parameters, isKnown ? nil : error)
        }
    }

    private var isPushRefused: Bool { isRecent(pushRefusal.withLock { $0 }) }

    private func isRecent(_ refused: Date?) -> Bool {
        refused.map { abs(provider.now().timeIntervalSince($0)) < Self.pushPause } ?? false
    }
}
