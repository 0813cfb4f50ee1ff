import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// An instance of Zitadel: several audiences, opaque access tokens, nothing about the user in the ID token.
    static let zitadel = ProviderSample(
        "Zitadel", issuer: "https://home-1.zitadel.cloud",
        metadata: #"""
            {
              "authorization_endpoint": "https://home-1.zitadel.cloud/oauth/v2/authorize",
              "token_endpoint": "https://home-1.zitadel.cloud/oauth/v2/token",
              "introspection_endpoint": "https://home-1.zitadel.cloud/oauth/v2/introspect",
              "userinfo_endpoint": "https://home-1.zitadel.cloud/oidc/v1/userinfo",
              "revocation_endpoint": "https://home-1.zitadel.cloud/oauth/v2/revoke",
              "end_session_endpoint": "https://home-1.zitadel.cloud/oidc/v1/end_session",
              "device_authorization_endpoint": "https://home-1.zitadel.cloud/oauth/v2/device_authorization",
              "jwks_uri": "https://home-1.zitadel.cloud/oauth/v2/keys",
              "scopes_supported": ["openid", "profile", "email", "phone", "address", "offline_access"],
              "response_types_supported": ["code", "id_token", "id_token token"], "response_modes_supported": ["query", "fragment", "form_post"],
              "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["EdDSA", "RS256", "RS384", "RS512", "ES256"],
              "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
              "token_endpoint_auth_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
              "backchannel_logout_supported": true, "backchannel_logout_session_supported": true,
              "request_parameter_supported": true, "request_uri_parameter_supported": false
            }
            """#
    ) {
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.header = ["typ": .null]
        $0.claims = [
            "aud": .strings("client", "project-1"), "azp": .string("client"), "client_id": .string("client"),
            "amr": .strings("pwd"),
            "auth_time": .number(1_799_999_990), "at_hash": hash(of: "opaque_Token-1"), "sid": .string("V1_2"),
        ]
        $0.tokenResponse = ["access_token": .string("opaque_Token-1"), "expires_in": .number(43_199)]
        $0.life = 43_199
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
