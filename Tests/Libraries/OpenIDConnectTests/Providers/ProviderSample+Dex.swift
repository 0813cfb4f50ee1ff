import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// Dex: no place to sign out, `bearer` in lower case, and a refresh token that changes each time.
    static let dex = ProviderSample(
        "Dex", issuer: "https://id.example.com/dex",
        metadata: #"""
            {
              "authorization_endpoint": "https://id.example.com/dex/auth",
              "token_endpoint": "https://id.example.com/dex/token",
              "jwks_uri": "https://id.example.com/dex/keys",
              "userinfo_endpoint": "https://id.example.com/dex/userinfo",
              "device_authorization_endpoint": "https://id.example.com/dex/device/code",
              "introspection_endpoint": "https://id.example.com/dex/token/introspect",
              "grant_types_supported": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
              "response_types_supported": ["code"], "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
              "code_challenge_methods_supported": ["S256", "plain"], "scopes_supported": ["openid", "email", "groups", "profile", "offline_access"],
              "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
              "claims_supported": ["iss", "sub", "aud", "iat", "exp", "email", "email_verified", "locale", "name", "preferred_username", "at_hash"]
            }
            """#
    ) {
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.header = ["typ": .null]
        $0.claims = ["at_hash": hash(of: "access-1"), "c_hash": hash(of: "good-code"), "name": .string("alice")]
        $0.tokenResponse = ["token_type": .string("bearer"), "expires_in": .number(86_399)]
        $0.life = 86_399
        $0.refreshedClaims = ["c_hash": .null]
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshToken = "refresh-2"
    }
}
