import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// Entra ID for the users of many tenants: issuers by template, in the document and at the keys.
    static let entraForManyTenants = ProviderSample(
        "Entra ID for many tenants",
        issuer: "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
        metadata: #"""
            {
              "token_endpoint": "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
              "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic", "self_signed_tls_client_auth"],
              "jwks_uri": "https://login.microsoftonline.com/organizations/discovery/v2.0/keys",
              "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["pairwise"],
              "id_token_signing_alg_values_supported": ["RS256"],
              "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
              "scopes_supported": ["openid", "profile", "email", "offline_access"],
              "request_uri_parameter_supported": false, "userinfo_endpoint": "https://graph.microsoft.com/oidc/userinfo",
              "authorization_endpoint": "https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize",
              "http_logout_supported": true, "frontchannel_logout_supported": true,
              "end_session_endpoint": "https://login.microsoftonline.com/organizations/oauth2/v2.0/logout",
              "tenant_region_scope": null, "cloud_instance_name": "microsoftonline.com", "msgraph_host": "graph.microsoft.com"
            }
            """#
    ) {
        $0.authority = "https://login.microsoftonline.com/organizations/v2.0"
        $0.publishedIssuer = "https://login.microsoftonline.com/{tenantid}/v2.0"
        $0.allowedTenants = ["72F988BF-86F1-41AF-91AB-2D7CD011DB47"]
        $0.key = [
            "use": .string("sig"), "x5t": .string("c0d"), "x5c": .strings("MIIC6j"),
            "issuer": .string("https://login.microsoftonline.com/{tenantid}/v2.0"),
        ]
        // The key of personal accounts has the name of no other.
        $0.otherKeys = [
            .of([
                "kid": .string("personal"), "kty": .string("RSA"), "use": .string("sig"), "e": .string("AQAB"),
                "issuer": .string("https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"),
            ])
        ]
        $0.claims = [
            "tid": .string("72f988bf-86f1-41af-91ab-2d7cd011db47"),
            "oid": .string("6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"), "ver": .string("2.0"),
            "preferred_username": .string("alice@people.example"),
        ]
        $0.beside = [("session_state", "6f8e")]
        $0.refreshedClaims = ["nonce": .null]
    }

    /// A tenant of Entra External ID by its name: the issuer's host is its GUID.
    static let externalID = ProviderSample(
        "Entra External ID",
        issuer: "https://0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8.ciamlogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/v2.0",
        metadata: #"""
            {
              "token_endpoint": "https://contoso.ciamlogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/oauth2/v2.0/token",
              "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic"],
              "jwks_uri": "https://contoso.ciamlogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/discovery/v2.0/keys",
              "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["pairwise"],
              "id_token_signing_alg_values_supported": ["RS256"],
              "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
              "scopes_supported": ["openid", "profile", "email", "offline_access"],
              "request_uri_parameter_supported": false, "userinfo_endpoint": "https://graph.microsoft.com/oidc/userinfo",
              "authorization_endpoint": "https://contoso.ciamlogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/oauth2/v2.0/authorize",
              "http_logout_supported": true, "frontchannel_logout_supported": true,
              "end_session_endpoint": "https://contoso.ciamlogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/oauth2/v2.0/logout",
              "tenant_region_scope": "EU", "cloud_instance_name": "microsoftonline.com", "msgraph_host": "graph.microsoft.com"
            }
            """#
    ) {
        $0.authority = "https://contoso.ciamlogin.com/0D8F2B61-7A4C-4E95-B3D0-6C1E9F52A7B8/v2.0/"
        $0.claims = [
            "tid": .string("0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"),
            "oid": .string("6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"), "ver": .string("2.0"),
            "login_hint": .string("O.CiQ2YTFm"),
        ]
        $0.beside = [("session_state", "6f8e")]
        $0.refreshedClaims = ["nonce": .null]
    }
}
