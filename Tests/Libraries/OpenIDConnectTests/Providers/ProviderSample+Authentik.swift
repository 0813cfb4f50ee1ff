import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A provider of authentik: an issuer with a path and a final slash, and endpoints that share none of it.
    static let authentik = ProviderSample(
        "authentik", issuer: "https://id.example.com/application/o/latchkey/",
        metadata: #"""
            {
              "authorization_endpoint": "https://id.example.com/application/o/authorize/",
              "token_endpoint": "https://id.example.com/application/o/token/",
              "userinfo_endpoint": "https://id.example.com/application/o/userinfo/",
              "end_session_endpoint": "https://id.example.com/application/o/latchkey/end-session/",
              "introspection_endpoint": "https://id.example.com/application/o/introspect/",
              "revocation_endpoint": "https://id.example.com/application/o/revoke/",
              "device_authorization_endpoint": "https://id.example.com/application/o/device/",
              "jwks_uri": "https://id.example.com/application/o/latchkey/jwks/",
              "response_types_supported": ["code", "id_token", "id_token token", "code token", "code id_token", "code id_token token"],
              "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["public"],
              "id_token_signing_alg_values_supported": ["RS256"], "claims_parameter_supported": false, "request_parameter_supported": false,
              "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
              "acr_values_supported": ["goauthentik.io/providers/oauth2/default"],
              "scopes_supported": ["openid", "profile", "email", "offline_access"], "code_challenge_methods_supported": ["plain", "S256"]
            }
            """#
    ) {
        $0.key = [
            "use": .string("sig"), "alg": .string("RS256"), "x5c": .strings("MIIFUz"), "x5t": .string("c0d"),
            "x5t#S256": .string("c0d"),
        ]
        $0.claims = [
            "acr": .string("goauthentik.io/providers/oauth2/default"), "amr": .strings("pwd"), "sid": .string("6f8e"),
            "jti": .string("9d"),
            "at_hash": hash(of: "access-1"), "auth_time": .number(1_799_999_990),
            "groups": .strings("authentik Admins"),
            "uid": .string("Xm"),
        ]
        $0.tokenResponse = ["scope": .string("openid profile offline_access")]
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
