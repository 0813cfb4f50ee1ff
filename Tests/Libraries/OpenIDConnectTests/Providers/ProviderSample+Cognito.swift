import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A user pool of Cognito: endpoints on another host than the issuer, no refresh token at a refresh.
    static let cognito = ProviderSample(
        "Amazon Cognito", issuer: "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1",
        metadata: #"""
            {
              "authorization_endpoint": "https://home.auth.eu-central-1.amazoncognito.com/oauth2/authorize",
              "end_session_endpoint": "https://home.auth.eu-central-1.amazoncognito.com/logout",
              "id_token_signing_alg_values_supported": ["RS256"],
              "jwks_uri": "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1/.well-known/jwks.json",
              "response_types_supported": ["code", "token"], "scopes_supported": ["openid", "email", "phone", "profile"],
              "revocation_endpoint": "https://home.auth.eu-central-1.amazoncognito.com/oauth2/revoke", "subject_types_supported": ["public"],
              "token_endpoint": "https://home.auth.eu-central-1.amazoncognito.com/oauth2/token",
              "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
              "userinfo_endpoint": "https://home.auth.eu-central-1.amazoncognito.com/oauth2/userInfo"
            }
            """#
    ) {
        $0.scopes = "openid profile"
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.otherKeys = [
            .of([
                "kty": .string("RSA"), "use": .string("sig"), "kid": .string("rsa-0"), "n": .string("3w"),
                "e": .string("AQAB"),
            ])
        ]
        $0.header = ["typ": .null]
        $0.claims = [
            "token_use": .string("id"), "cognito:username": .string("alice"), "origin_jti": .string("9d"),
            "event_id": .string("9d"),
            "at_hash": hash(of: "access-1"), "auth_time": .number(1_799_999_990), "email_verified": .string("true"),
        ]
        $0.refreshedTokenResponse = ["refresh_token": .null]
        $0.refreshedClaims = ["nonce": .null]
    }
}
