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
    /// The algorithms that sign ID tokens.
    let signatureAlgorithms: [String]?
    let responseTypes: [String]?
    let grantTypes: [String]?
    /// How many seconds the authority's clock was ahead of the local one when it sent this.
    var clockDifference: Double?

    /// Whether the issuer is a user pool of Amazon Cognito.
    var isAmazonCognitos: Bool {
        HTTPURL(issuer).map { $0.host.hasPrefix("cognito-idp.") && $0.host.hasSuffix(".amazonaws.com") } ?? false
    }

    /// Reads a metadata document.
    ///
    /// - Parameters:
    ///   - allowsLoopback: Whether an endpoint may be plain http at a loopback address. An https authority that was
    ///     taken over could otherwise make this server send the client's secret to services of this machine. So it
    ///     may name no plain http endpoint, not even one that isn't used here.
    ///   - amend: Changes each endpoint before it is used.
    /// - Throws: ``OpenIDConnectError/Kind/invalidProviderResponse`` if it can't be used.
    init(
        _ document: JSONObject, allowsLoopback: Bool, amend: (HTTPURL) -> HTTPURL = { $0 }
    ) throws(OpenIDConnectError) {
        if !allowsLoopback, let endpoint = Self.plainEndpoint(in: document) {
            throw OpenIDConnectError(.endpointNotHTTPS, Self.words(endpoint))
        }
        /// An optional list; an empty one counts as absent, because such members are left out (OpenID Connect Discovery
        /// 1.0, section 4.2).
        func list(_ name: String) -> [String]? { document[name]?.strings.flatMap { $0.isEmpty ? nil : $0 } }
        func endpoint(_ name: String) throws(OpenIDConnectError) -> HTTPURL? {
            guard let value = document[name], value != .string("") else { return nil }
            guard let url = value.string.flatMap(HTTPURL.init),
                url.scheme == .https || (allowsLoopback && url.isLoopback)
            else {
                throw OpenIDConnectError(.endpointNotHTTPS, Self.words(.init(name, value)))
            }
            return amend(url)
        }
        func required(_ name: String) throws(OpenIDConnectError) -> HTTPURL {
            guard let url = try endpoint(name) else {
                throw OpenIDConnectError(.metadataIncomplete, name)
            }
            return url
        }

        guard let issuer = document["issuer"]?.string, !issuer.isEmpty else {
            throw OpenIDConnectError(.metadataIncomplete, "issuer")
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
        responseModes = list("response_modes_supported")
        scopes = list("scopes_supported")
        clientAuthentication = list("token_endpoint_auth_methods_supported")
        assertionAlgorithms = list("token_endpoint_auth_signing_alg_values_supported")
        signatureAlgorithms = list("id_token_signing_alg_values_supported")
        responseTypes = list("response_types_supported")
        grantTypes = list("grant_types_supported")
    }

    /// An endpoint that can't be used, without its query.
    private static func words(_ endpoint: JSONObject.Member) -> String {
        let text = endpoint.value.string ?? endpoint.value.text
        let hint = text.utf8.allSatisfy { $0 < 0x80 } ? "" : ", which has to be in ASCII: its host as xn--…"
        return "\(endpoint.name) \(ProviderText.sanitized(String(text.prefix { $0 != "?" })))\(hint)"
    }

    /// An endpoint whose URL is plain http; `nil` if there is none.
    ///
    /// Links to documents, such as `service_documentation` and `op_policy_uri`, are no endpoints.
    private static func plainEndpoint(in document: JSONObject) -> JSONObject.Member? {
        let aliases = document["mtls_endpoint_aliases"]?.object?.members ?? []
        return (document.members + aliases).first { member in
            ["_endpoint", "_iframe", "jwks_uri"].contains { member.name.hasSuffix($0) }
                && member.value.string?.lowercased().hasPrefix("http:") == true
        }
    }
}
