import Encodings
import HTTPTransport

@testable import OpenIDConnect

extension ProviderSample {
    /// Google: no place to sign out, refresh tokens by special parameters, endpoints on several hosts.
    static let google = ProviderSample(
        "Google", issuer: "https://accounts.google.com",
        metadata: #"""
            {
              "authorization_endpoint": "https://accounts.google.com/o/oauth2/v2/auth",
              "device_authorization_endpoint": "https://oauth2.googleapis.com/device/code",
              "token_endpoint": "https://oauth2.googleapis.com/token",
              "userinfo_endpoint": "https://openidconnect.googleapis.com/v1/userinfo",
              "revocation_endpoint": "https://oauth2.googleapis.com/revoke",
              "jwks_uri": "https://www.googleapis.com/oauth2/v3/certs",
              "response_types_supported": ["code", "token", "id_token", "code token", "code id_token", "token id_token", "none"],
              "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
              "scopes_supported": ["openid", "email", "profile"],
              "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
              "claims_supported": ["aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss", "name", "picture", "sub"],
              "code_challenge_methods_supported": ["plain", "S256"],
              "grant_types_supported": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]
            }
            """#
    ) {
        $0.configure = {
            $0.prompt = "consent"
            $0.extraParameters = FormBody([("access_type", "offline")])
        }
        $0.scopes = "openid profile"
        $0.key = ["use": .string("sig"), "alg": .string("RS256")]
        $0.otherKeys = [
            .of([
                "kty": .string("RSA"), "use": .string("sig"), "kid": .string("rsa-0"), "n": .string("3w"),
                "e": .string("AQAB"),
            ])
        ]
        $0.claims = [
            "azp": .string("client"), "hd": .string("people.example"), "email": .string("alice@people.example"),
            "email_verified": .bool(true),
            "at_hash": hash(of: "ya29.a0AfB_by-1"),
        ]
        $0.beside = [("scope", "openid profile"), ("authuser", "0"), ("hd", "people.example"), ("prompt", "consent")]
        $0.tokenResponse = [
            "access_token": .string("ya29.a0AfB_by-1"), "expires_in": .number(3599),
            "refresh_token_expires_in": .number(604_799),
        ]
        $0.life = 3599
        $0.refreshedTokenResponse = ["refresh_token": .null]
        $0.refreshedClaims = ["nonce": .null]
    }
}
