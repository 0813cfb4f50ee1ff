import Encodings
import Hummingbird

/// The discovery documents and the key set.
struct MetadataController: Sendable {
    let urls: ProviderURLs
    let key: TokenSigningKey

    /// A flow's discovery document (OpenID Connect Discovery, section 3; RFC 8414; RFC 9207, section 3).
    func metadata(_ address: FlowAddress) -> Response {
        func url(_ endpoint: ProviderURLs.Endpoint) -> JSONValue {
            .string(urls.url(endpoint, of: address.flow, address.style))
        }
        func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
        return .json([
            "issuer": .string(urls.issuer),
            "authorization_endpoint": url(.authorize),
            "token_endpoint": url(.token),
            "revocation_endpoint": url(.revoke),
            "end_session_endpoint": url(.logout),
            "jwks_uri": url(.keys),
            "response_types_supported": list(["code"]),
            "response_modes_supported": list(ResponseDelivery.allCases.map(\.rawValue)),
            "grant_types_supported": list(["authorization_code", "refresh_token"]),
            "subject_types_supported": list(["public"]),
            "id_token_signing_alg_values_supported": list(["RS256"]),
            "token_endpoint_auth_methods_supported": list(ClientAuthenticator.methods),
            "code_challenge_methods_supported": list(["S256"]),
            "prompt_values_supported": list(Prompt.allCases.map(\.rawValue)),
            "scopes_supported": list(Scope.standard),
            "claims_supported": list([
                "iss", "sub", "aud", "exp", "iat", "nbf", "auth_time", "nonce", "at_hash", "sid", "oid", "name",
                "emails", "tfp", "idp", "ver",
            ]),
            "authorization_response_iss_parameter_supported": .bool(true),
            "request_parameter_supported": .bool(false),
            "request_uri_parameter_supported": .bool(false),
        ])
    }

    /// The document at `jwks_uri` (RFC 7517, section 5).
    func keys() -> Response {
        .json(["keys": .array([.object(key.publicKey)])])
    }
}
