import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A policy of Azure AD B2C, which the authority names itself: the tenant's GUID in the issuer, no UserInfo, and the
    /// policy in each address.
    static let azureADB2C = ProviderSample(
        "Azure AD B2C", issuer: "https://contoso.b2clogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/v2.0/",
        metadata: #"""
            {
              "authorization_endpoint": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/oauth2/v2.0/authorize?p=b2c_1_in",
              "token_endpoint": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/oauth2/v2.0/token?p=b2c_1_in",
              "end_session_endpoint": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/oauth2/v2.0/logout?p=b2c_1_in",
              "jwks_uri": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/discovery/v2.0/keys?p=b2c_1_in",
              "response_modes_supported": ["query", "fragment", "form_post"],
              "response_types_supported": ["code", "code id_token", "code token", "code id_token token", "id_token",
              "token"],
              "scopes_supported": ["openid"], "subject_types_supported": ["pairwise"],
              "id_token_signing_alg_values_supported": ["RS256"],
              "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
              "claims_supported": ["name", "emails", "idp", "oid", "sub", "tfp", "iss", "iat", "exp", "aud", "acr",
              "nonce", "auth_time"]
            }
            """#
    ) {
        $0.authority = "https://contoso.b2clogin.com/contoso.onmicrosoft.com/v2.0/?p=b2c_1_in"
        $0.key = ["use": .string("sig"), "nbf": .number(1_493_763_266)]
        $0.claims = [
            "ver": .string("1.0"), "tfp": .string("b2c_1_in"), "oid": .string("6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"),
            "emails": .strings("alice@people.example"), "auth_time": .number(1_799_999_990),
        ]
        $0.tokenResponse = [
            "not_before": .number(1_800_000_000), "expires_on": .number(1_800_003_600), "resource": .string("client"),
            "profile_info": .string("eyJ2ZXIiOiIxLjAifQ"), "refresh_token_expires_in": .number(1_209_600),
        ]
        $0.scopes = "openid"
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }

    /// The same policy with its name in each address.
    static let azureADB2CByPath = ProviderSample(
        "Azure AD B2C by path", issuer: "https://contoso.b2clogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/v2.0/",
        metadata: #"""
            {
              "authorization_endpoint": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_in/oauth2/v2.0/authorize",
              "token_endpoint": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_in/oauth2/v2.0/token",
              "end_session_endpoint": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_in/oauth2/v2.0/logout",
              "jwks_uri": "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_in/discovery/v2.0/keys",
              "response_modes_supported": ["query", "fragment", "form_post"], "scopes_supported": ["openid"],
              "response_types_supported": ["code", "code id_token", "code token", "code id_token token", "id_token",
              "token"],
              "subject_types_supported": ["pairwise"], "id_token_signing_alg_values_supported": ["RS256"],
              "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]
            }
            """#
    ) { _ in }
}
