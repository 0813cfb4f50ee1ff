import Encodings

@testable import OpenIDConnect

extension ProviderSample {
    /// A tenant of Entra ID: no PKCE in the document, keys without `alg`, times as its extensions have them.
    static let entra = ProviderSample(
        "Entra ID", issuer: "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
        metadata: #"""
            {
              "token_endpoint": "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/oauth2/v2.0/token",
              "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic"],
              "jwks_uri": "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/discovery/v2.0/keys",
              "response_modes_supported": ["query", "fragment", "form_post"], "subject_types_supported": ["pairwise"],
              "id_token_signing_alg_values_supported": ["RS256"],
              "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
              "scopes_supported": ["openid", "profile", "email", "offline_access"],
              "request_uri_parameter_supported": false, "userinfo_endpoint": "https://graph.microsoft.com/oidc/userinfo",
              "authorization_endpoint": "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/oauth2/v2.0/authorize",
              "device_authorization_endpoint": "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/oauth2/v2.0/devicecode",
              "http_logout_supported": true, "frontchannel_logout_supported": true,
              "end_session_endpoint": "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/oauth2/v2.0/logout",
              "claims_supported": ["sub", "iss", "cloud_instance_name", "aud", "exp", "iat", "auth_time", "acr", "nonce", "preferred_username"],
              "kerberos_endpoint": "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/kerberos",
              "tenant_region_scope": null, "cloud_instance_name": "microsoftonline.com", "cloud_graph_host_name": "graph.windows.net",
              "msgraph_host": "graph.microsoft.com", "rbac_url": "https://pas.windows.net"
            }
            """#
    ) {
        $0.key = [
            "use": .string("sig"), "x5t": .string("c0d"), "x5c": .strings("MIIC6j"),
            "issuer": .string("https://login.microsoftonline.com/x/v2.0"),
        ]
        $0.header = ["x5t": .string("c0d")]
        $0.claims = [
            "aio": .string("AWQ"), "rh": .string("0.AX0"), "oid": .string("00000000-aaaa"), "tid": .string("9188040d"),
            "uti": .string("b9"),
            "ver": .string("2.0"), "preferred_username": .string("alice@people.example"), "sid": .string("6f8e"),
        ]
        $0.beside = [("session_state", "6f8e"), ("client_info", "eyJ1aWQiOiIxIn0")]
        $0.tokenResponse = [
            "ext_expires_in": .number(4800), "expires_in": .number(4800), "foci": .string("1"),
            "client_info": .string("eyJ1aWQiOiIxIn0"),
        ]
        $0.life = 4800
        $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
        $0.refreshedClaims = ["nonce": .null]
        $0.refreshToken = "refresh-2"
    }
}
