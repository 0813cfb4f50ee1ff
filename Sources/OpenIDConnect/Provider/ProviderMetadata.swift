import Encodings
import HTTPTransport

/// An authority's metadata, as far as a relying party needs it (OpenID Connect Discovery 1.0, section 3; RFC 8414).
struct ProviderMetadata: Sendable {
    let issuer: String
    let authorizationEndpoint: HTTPURL
    let tokenEndpoint: HTTPURL
    let keysURL: HTTPURL
    let userInfoEndpoint: HTTPURL?
    let endSessionEndpoint: HTTPURL?
    let revocationEndpoint: HTTPURL?
    let pushedRequestEndpoint: HTTPURL?
    let requiresPushedRequests: Bool
    /// Whether each authorization response has `iss` (RFC 9207, section 3).
    let promisesIssuer: Bool
    let responseModes: [String]?
    let scopes: [String]?
    let clientAuthentication: [String]?
    let assertionAlgorithms: [String]?
    /// How many seconds the authority's clock was ahead of the local one when it sent this.
    var clockDifference: Double?

    /// Reads a metadata document.
    ///
    /// - Parameters:
    ///   - allowsLoopback: Whether an endpoint may be plain http at a loopback address. An https authority that was
    ///     taken over could otherwise make this server send the client's secret to services of this machine. So it
    ///     may name no plain http endpoint, not even one that isn't used here.
    ///   - amend: Changes each endpoint before it is used.
    /// - Throws: ``OpenIDConnectError/Kind/invalidProviderResponse`` if it can't be used.
    init(
        parsing bytes: [UInt8], allowsLoopback: Bool, amend: (HTTPURL) -> HTTPURL = { $0 }
    ) throws(OpenIDConnectError) {
        guard let document = JSONObject(parsing: bytes) else {
            throw .init(.invalidProviderResponse, "the metadata is no JSON object")
        }

        if !allowsLoopback, let name = Self.plainEndpoint(in: document) {
            throw .init(.invalidProviderResponse, "the metadata's \(name) is no https URL")
        }
        func endpoint(_ name: String) throws(OpenIDConnectError) -> HTTPURL? {
            guard let value = document[name], value != .string("") else { return nil }
            guard let url = value.string.flatMap(HTTPURL.init),
                url.scheme == .https || (allowsLoopback && url.isLoopback)
            else {
                throw .init(.invalidProviderResponse, "the metadata's \(name) is no https URL")
            }
            return amend(url)
        }
        func required(_ name: String) throws(OpenIDConnectError) -> HTTPURL {
            guard let url = try endpoint(name) else {
                throw .init(.invalidProviderResponse, "the metadata has no \(name)")
            }
            return url
        }

        guard let issuer = document["issuer"]?.string, !issuer.isEmpty else {
            throw .init(.invalidProviderResponse, "the metadata has no issuer")
        }
        self.issuer = issuer
        authorizationEndpoint = try required("authorization_endpoint")
        tokenEndpoint = try required("token_endpoint")
        keysURL = try required("jwks_uri")
        userInfoEndpoint = try endpoint("userinfo_endpoint")
        endSessionEndpoint = try endpoint("end_session_endpoint")
        revocationEndpoint = try endpoint("revocation_endpoint")
        pushedRequestEndpoint = try endpoint("pushed_authorization_request_endpoint")
        requiresPushedRequests = document["require_pushed_authorization_requests"]?.bool ?? false
        promisesIssuer = document["authorization_response_iss_parameter_supported"]?.bool ?? false
        responseModes = document["response_modes_supported"]?.strings
        scopes = document["scopes_supported"]?.strings
        clientAuthentication = document["token_endpoint_auth_methods_supported"]?.strings
        assertionAlgorithms = document["token_endpoint_auth_signing_alg_values_supported"]?.strings
    }

    /// Checks whether authorization requests can be sent: if they have to be pushed, there must be an endpoint for them
    /// (RFC 9126, section 5).
    func checkPushedRequests() throws(OpenIDConnectError) {
        guard requiresPushedRequests, pushedRequestEndpoint == nil else { return }
        throw OpenIDConnectError(
            .invalidProviderResponse,
            "the authority requires pushed authorization requests and has no endpoint for them")
    }

    /// The name of an endpoint whose URL is plain http; `nil` if there is none.
    ///
    /// Links to documents, such as `service_documentation` and `op_policy_uri`, are no endpoints.
    private static func plainEndpoint(in document: JSONObject) -> String? {
        let aliases = document["mtls_endpoint_aliases"]?.object?.members ?? []
        return (document.members + aliases).first { member in
            ["_endpoint", "_iframe", "jwks_uri"].contains { member.name.hasSuffix($0) }
                && member.value.string?.lowercased().hasPrefix("http:") == true
        }?.name
    }
}
