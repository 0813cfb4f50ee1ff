import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// An authorization server of Okta: numbers and lists among the claims, keys without `x5c`.
    static let okta = ProviderSample(
        "Okta", issuer: "https://dev-1.okta.com/oauth2/default",
        metadata: #"""
            {
              "authorization_endpoint": "https://dev-1.okta.com/oauth2/default/v1/authorize",
              "token_endpoint": "https://dev-1.okta.com/oauth2/default/v1/token",
              "userinfo_endpoint": "https://dev-1.okta.com/oauth2/default/v1/userinfo",
              "registration_endpoint": "https://dev-1.okta.com/oauth2/v1/clients",
              "jwks_uri": "https://dev-1.okta.com/oauth2/default/v1/keys",
              "introspection_endpoint": "https://dev-1.okta.com/oauth2/default/v1/introspect",
              "revocation_endpoint": "https://dev-1.okta.com/oauth2/default/v1/revoke",
              "end_session_endpoint": "https://dev-1.okta.com/oauth2/default/v1/logout",
              "response_types_supported": ["code", "id_token", "code id_token", "code token", "id_token token", "code id_token token"],
              "response_modes_supported": ["query", "fragment", "form_post", "okta_post_message"], "subject_types_supported": ["public"],
              "grant_types_supported": ["authorization_code", "implicit", "refresh_token", "password", "client_credentials"],
              "id_token_signing_alg_values_supported": ["RS256"],
              "scopes_supported": ["openid", "profile", "email", "address", "phone", "offline_access", "device_sso"],
              "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt"],
              "code_challenge_methods_supported": ["S256"], "request_parameter_supported": true,
              "dpop_signing_alg_values_supported": ["RS256", "ES256"]
            }
            """#
    ) {
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.header = ["typ": .null]
        $0.claims = [
            "ver": .number(1), "jti": .string("ID.x9"), "amr": .strings("pwd"), "idp": .string("00o1"),
            "at_hash": hash(of: "access-1"),
            "auth_time": .number(1_799_999_000), "preferred_username": .string("alice@people.example"),
        ]
        $0.tokenResponse = ["scope": .string("offline_access profile openid")]
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
