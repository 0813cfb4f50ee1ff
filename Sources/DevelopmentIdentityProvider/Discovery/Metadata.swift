import Hummingbird

/// A flow's discovery document (OpenID Connect Discovery, section 3; RFC 8414; RFC 9207, section 3).
struct Metadata: Sendable, Encodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let revocationEndpoint: String
    let endSessionEndpoint: String
    let keySetURI: String
    let responseTypesSupported = ["code"]
    let responseModesSupported = ResponseDelivery.allCases.map(\.rawValue)
    let grantTypesSupported = ["authorization_code", "refresh_token"]
    let subjectTypesSupported = ["public"]
    let idTokenSigningAlgorithmsSupported = ["RS256"]
    let tokenEndpointAuthenticationMethodsSupported = ClientAuthenticator.methods
    let codeChallengeMethodsSupported = ["S256"]
    let promptValuesSupported = Prompt.allCases.map(\.rawValue)
    let scopesSupported = Scope.standard
    let claimsSupported = [
        "iss", "sub", "aud", "exp", "iat", "nbf", "auth_time", "nonce", "at_hash", "sid", "oid", "name", "emails",
        "tfp", "idp", "ver",
    ]
    let issuerParameterSupported = true
    let requestParameterSupported = false
    let requestURIParameterSupported = false

    init(of flow: UserFlow, _ style: ProviderURLs.Style, _ urls: ProviderURLs) {
        issuer = urls.issuer
        authorizationEndpoint = urls.url(.authorize, of: flow, style)
        tokenEndpoint = urls.url(.token, of: flow, style)
        revocationEndpoint = urls.url(.revoke, of: flow, style)
        endSessionEndpoint = urls.url(.logout, of: flow, style)
        keySetURI = urls.url(.keys, of: flow, style)
    }

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case revocationEndpoint = "revocation_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case keySetURI = "jwks_uri"
        case responseTypesSupported = "response_types_supported"
        case responseModesSupported = "response_modes_supported"
        case grantTypesSupported = "grant_types_supported"
        case subjectTypesSupported = "subject_types_supported"
        case idTokenSigningAlgorithmsSupported = "id_token_signing_alg_values_supported"
        case tokenEndpointAuthenticationMethodsSupported = "token_endpoint_auth_methods_supported"
        case codeChallengeMethodsSupported = "code_challenge_methods_supported"
        case promptValuesSupported = "prompt_values_supported"
        case scopesSupported = "scopes_supported"
        case claimsSupported = "claims_supported"
        case issuerParameterSupported = "authorization_response_iss_parameter_supported"
        case requestParameterSupported = "request_parameter_supported"
        case requestURIParameterSupported = "request_uri_parameter_supported"
    }
}

/// The discovery documents and the key set.
struct MetadataController: Sendable {
    let urls: ProviderURLs
    let key: TokenSigningKey

    func metadata(_ address: FlowAddress) throws -> Response {
        try Response.json(Metadata(of: address.flow, address.style, urls))
    }

    func keys() throws -> Response {
        try Response.json(PublicKeySet(keys: [key.publicKey]))
    }
}
