import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A Pocket ID: pushed requests, and `iss` next to the code.
    static let pocketID = ProviderSample(
        "Pocket ID", issuer: "https://id.example.com",
        metadata: #"""
            {
              "authorization_endpoint": "https://id.example.com/authorize",
              "token_endpoint": "https://id.example.com/api/oidc/token",
              "userinfo_endpoint": "https://id.example.com/api/oidc/userinfo",
              "jwks_uri": "https://id.example.com/.well-known/jwks.json",
              "end_session_endpoint": "https://id.example.com/api/oidc/end-session",
              "introspection_endpoint": "https://id.example.com/api/oidc/introspect",
              "device_authorization_endpoint": "https://id.example.com/api/oidc/device/authorize",
              "pushed_authorization_request_endpoint": "https://id.example.com/api/oidc/par",
              "require_pushed_authorization_requests": false, "authorization_response_iss_parameter_supported": true,
              "grant_types_supported": ["authorization_code", "refresh_token",
              "urn:ietf:params:oauth:grant-type:device_code"],
              "scopes_supported": ["openid", "profile", "email", "groups", "offline_access"],
              "response_types_supported": ["code", "id_token"], "subject_types_supported": ["public"],
              "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["plain", "S256"],
              "request_parameter_supported": true, "request_uri_parameter_supported": false,
              "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"]
            }
            """#
    ) {
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.claims = ["type": .string("id-token"), "auth_time": .number(1_799_999_990), "amr": .strings("hwk")]
        $0.beside = [("iss", "https://id.example.com")]
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
