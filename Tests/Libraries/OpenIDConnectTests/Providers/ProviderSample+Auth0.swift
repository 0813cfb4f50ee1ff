import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A tenant of Auth0: an issuer with a final slash, encrypted access tokens unless an audience is requested.
    static let auth0 = ProviderSample(
        "Auth0", issuer: "https://home.eu.auth0.com/",
        metadata: #"""
            {
              "authorization_endpoint": "https://home.eu.auth0.com/authorize",
              "token_endpoint": "https://home.eu.auth0.com/oauth/token",
              "device_authorization_endpoint": "https://home.eu.auth0.com/oauth/device/code",
              "userinfo_endpoint": "https://home.eu.auth0.com/userinfo",
              "mfa_challenge_endpoint": "https://home.eu.auth0.com/mfa/challenge",
              "jwks_uri": "https://home.eu.auth0.com/.well-known/jwks.json",
              "registration_endpoint": "https://home.eu.auth0.com/oidc/register",
              "revocation_endpoint": "https://home.eu.auth0.com/oauth/revoke",
              "end_session_endpoint": "https://home.eu.auth0.com/oidc/logout",
              "scopes_supported": ["openid", "profile", "offline_access", "name", "email", "picture", "created_at", "phone", "address"],
              "response_types_supported": ["code", "token", "id_token", "code token", "code id_token", "token id_token"],
              "code_challenge_methods_supported": ["S256", "plain"], "response_modes_supported": ["query", "fragment", "form_post"],
              "subject_types_supported": ["public"], "request_uri_parameter_supported": false, "request_parameter_supported": false,
              "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
              "id_token_signing_alg_values_supported": ["HS256", "RS256", "PS256"], "backchannel_logout_supported": true,
              "backchannel_logout_session_supported": true
            }
            """#
    ) {
        $0.authority = "https://home.eu.auth0.com"
        $0.key = ["use": .string("sig"), "alg": .string("RS256"), "x5t": .string("c0d"), "x5c": .strings("MIIDDT")]
        $0.claims = [
            "nickname": .string("alice"), "picture": .string("https://s.example/a.png"),
            "updated_at": .string("2026-01-31T12:00:00.000Z"),
            "sid": .string("Qx7"),
        ]
        $0.tokenResponse = ["access_token": .string("eyJhbGciOiJkaXIifQ..aXY.Y3Q.dGFn"), "expires_in": .number(86_400)]
        $0.life = 86_400
        $0.refreshedClaims = ["nonce": .null]
    }
}
