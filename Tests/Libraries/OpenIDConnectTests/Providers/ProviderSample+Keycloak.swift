import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A realm of Keycloak: pushed requests, `session_state` and `iss` next to the code, an encryption key among the
    /// keys.
    static let keycloak = ProviderSample(
        "Keycloak", issuer: "https://id.example.com/realms/home",
        metadata: #"""
            {
              "authorization_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/auth",
              "token_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/token",
              "introspection_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/token/introspect",
              "userinfo_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/userinfo",
              "end_session_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/logout",
              "revocation_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/revoke",
              "pushed_authorization_request_endpoint": "https://id.example.com/realms/home/protocol/openid-connect/ext/par/request",
              "jwks_uri": "https://id.example.com/realms/home/protocol/openid-connect/certs",
              "check_session_iframe": "https://id.example.com/realms/home/protocol/openid-connect/login-status-iframe.html",
              "frontchannel_logout_supported": true, "frontchannel_logout_session_supported": true,
              "backchannel_logout_supported": true, "backchannel_logout_session_supported": true,
              "require_pushed_authorization_requests": false, "require_request_uri_registration": true,
              "authorization_response_iss_parameter_supported": true, "tls_client_certificate_bound_access_tokens": true,
              "response_types_supported": ["code", "none", "id_token", "token", "id_token token", "code id_token"],
              "response_modes_supported": ["query", "fragment", "form_post", "query.jwt", "fragment.jwt", "form_post.jwt", "jwt"],
              "subject_types_supported": ["public", "pairwise"], "acr_values_supported": ["0", "1"], "claims_parameter_supported": true,
              "id_token_signing_alg_values_supported": ["PS384", "RS384", "EdDSA", "ES384", "HS256", "HS512", "ES256", "RS256", "ES512"],
              "token_endpoint_auth_methods_supported": ["private_key_jwt", "client_secret_basic", "client_secret_post", "tls_client_auth"],
              "scopes_supported": ["openid", "web-origins", "phone", "acr", "offline_access", "roles", "email", "profile", "basic"],
              "code_challenge_methods_supported": ["plain", "S256"], "mtls_endpoint_aliases": { "token_endpoint": "https://mtls.example.com/token" }
            }
            """#
    ) {
        $0.key = [
            "use": .string("sig"), "alg": .string("RS256"), "x5c": .strings("MIICmzCCAYM"), "x5t": .string("c0d"),
        ]
        $0.otherKeys = [
            .of([
                "kid": .string("enc-1"), "kty": .string("RSA"), "alg": .string("RSA-OAEP"), "use": .string("enc"),
                "e": .string("AQAB"),
            ])
        ]
        $0.claims = [
            "typ": .string("ID"), "azp": .string("client"), "acr": .string("1"), "sid": .string("6f8e"),
            "jti": .string("7c1f"),
            "at_hash": hash(of: "access-1"), "email_verified": .bool(false), "preferred_username": .string("alice"),
            "auth_time": .number(1_799_999_990),
        ]
        $0.beside = [("session_state", "6f8e"), ("iss", "https://id.example.com/realms/home")]
        $0.tokenResponse = [
            "refresh_expires_in": .number(0), "not-before-policy": .number(0), "session_state": .string("6f8e"),
        ]
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
