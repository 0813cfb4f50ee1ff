import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// GitLab.com: no place to sign out, opaque access tokens, ID tokens that expire after two minutes.
    static let gitLab = ProviderSample(
        "GitLab", issuer: "https://gitlab.com",
        metadata: #"""
            {
              "authorization_endpoint": "https://gitlab.com/oauth/authorize",
              "token_endpoint": "https://gitlab.com/oauth/token",
              "revocation_endpoint": "https://gitlab.com/oauth/revoke",
              "introspection_endpoint": "https://gitlab.com/oauth/introspect",
              "userinfo_endpoint": "https://gitlab.com/oauth/userinfo",
              "jwks_uri": "https://gitlab.com/oauth/discovery/keys",
              "scopes_supported": ["api", "read_api", "read_user", "read_repository", "sudo", "openid", "profile",
              "email", "user:*"],
              "response_types_supported": ["code"], "response_modes_supported": ["query", "fragment", "form_post"],
              "grant_types_supported": ["authorization_code", "password", "client_credentials", "device_code",
              "refresh_token"],
              "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
              "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
              "claim_types_supported": ["normal"], "code_challenge_methods_supported": ["plain", "S256"]
            }
            """#
    ) {
        $0.scopes = "openid profile"
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.claims = [
            "exp": .number(1_800_000_120), "auth_time": .number(1_799_999_990), "sub_legacy": .string("9d"),
            "groups_direct": .strings("home"),
        ]
        $0.tokenResponse = [
            "access_token": .string("9d8c7b6a"), "expires_in": .number(7200), "scope": .string("openid profile"),
            "created_at": .number(1_800_000_000),
        ]
        $0.life = 7200
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
