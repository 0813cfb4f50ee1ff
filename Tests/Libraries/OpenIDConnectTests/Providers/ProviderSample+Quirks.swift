import Encodings
import HTTPTransport

@testable import OpenIDConnect

/// Quirks of real providers, one in each sample.
extension ProviderSample {
    static let quirks = documents + keysAndSignatures + idTokens + tokenResponses + refreshes

    private static let documents = [
        ProviderSample("no quirk at all") { _ in },
        ProviderSample("the issuer has a path") { sample in sample.at("https://id.example/realms/home") },
        ProviderSample("the issuer ends with a slash, the authority doesn't") { sample in
            sample.at("https://id.example/")
            sample.authority = "https://id.example"
        },
        ProviderSample("the issuer ends with a slash after a path, and so does the authority") { sample in
            sample.at("https://id.example/application/o/latchkey/")
        },
        ProviderSample("the authority ends with a slash, the issuer doesn't") { $0.authority = "https://id.example/" },
        ProviderSample("the authority is the address of the metadata") {
            $0.authority = "https://id.example/.well-known/openid-configuration"
        },
        ProviderSample("code_challenge_methods_supported has plain alone") {
            $0.publish(["code_challenge_methods_supported": .strings("plain")])
        },
        ProviderSample("scopes_supported lacks offline_access") {
            $0.publish(["scopes_supported": .strings("openid", "profile", "email")])
            $0.scopes = "openid profile"
        },
        ProviderSample("refresh tokens come with prompt=consent and offline_access alone") {
            $0.publish(["scopes_supported": .strings("openid", "profile")])
            $0.configure = {
                $0.scopes = ["offline_access"]
                $0.prompt = "consent"
            }
        },
        ProviderSample("response_modes_supported has fragment alone") {
            $0.publish(["response_modes_supported": .strings("fragment")])
        },
        ProviderSample("no end_session_endpoint") { $0.publish(["end_session_endpoint": .null]) },
        ProviderSample("no UserInfo") { $0.publish(["userinfo_endpoint": .null]) },
        ProviderSample("it publishes null for what it lacks") {
            $0.metadata.members += ["revocation_endpoint", "scopes_supported", "op_tos_uri"].map { .init($0, .null) }
        },
        ProviderSample("the secret is taken in the body only") {
            $0.publish(["token_endpoint_auth_methods_supported": .strings("client_secret_post")])
            $0.authentication = .clientSecretPost
        },
        ProviderSample("unsupported kinds of client authentication") {
            $0.publish([
                "token_endpoint_auth_methods_supported": .strings(
                    "client_secret_jwt", "tls_client_auth", "client_secret_post")
            ])
            $0.authentication = .clientSecretPost
        },
        ProviderSample("unknown members everywhere") {
            let odd: [String: JSONValue] = [
                "x_odd": .of(["deep": .array([.null, .bool(true), .number("1e5")])]), "x_null": .null,
            ]
            $0.metadata = JSONObject(members: $0.metadata.members + JSONObject().with(odd).members)
            ($0.key, $0.header, $0.claims, $0.tokenResponse) = (odd, odd, odd, odd)
            $0.beside = [("x_odd", "1"), ("x_odd", "2"), ("x_empty", "")]
        },
    ]

    private static let keysAndSignatures = [
        ProviderSample("no kid in the header, one key that has one") { $0.header = ["kid": .null] },
        ProviderSample("no kid anywhere, several keys of one kind") {
            $0.header = ["kid": .null]
            $0.key = ["kid": .null]
            $0.otherKeys = [.of(["kty": .string("RSA"), "n": .string(TestKeys.weakModulus), "e": .string("AQAB")])]
        },
        ProviderSample("no typ in the header") { $0.header = ["typ": .null] },
        ProviderSample("keys say what they are for") { $0.key = ["use": .string("sig"), "alg": .string("RS256")] },
        ProviderSample("keys say it by key_ops, and have certificates") {
            $0.key = [
                "key_ops": .strings("verify"), "x5t": .string("abc"), "x5c": .strings("MIIB"),
                "x5u": .string("https://x.example"),
            ]
        },
        ProviderSample("keys of unknown kinds") {
            $0.otherKeys = [
                .of(["kty": .string("AKP"), "alg": .string("ML-DSA-44"), "pub": .string("AA"), "kid": .string("rsa-1")]
                ),
                .of(["kty": .string("OKP"), "crv": .string("Ed448"), "x": .string("AA")]),
                .of(["kty": .string("oct"), "k": .string("AA")]),
                .of(["kty": .string("EC"), "crv": .string("secp256k1"), "x": .string("AA"), "y": .string("AA")]),
                .of([:]),
            ]
        },
        ProviderSample("an encryption key of the signing key's name") {
            $0.otherKeys = [
                .of([
                    "kty": .string("RSA"), "use": .string("enc"), "alg": .string("RSA-OAEP"), "kid": .string("rsa-1"),
                    "n": .string(TestKeys.weakModulus), "e": .string("AQAB"),
                ])
            ]
        },
        ProviderSample("ES256") { $0.signer = { try await .es256() } },
        ProviderSample("ES384") { $0.signer = { try await .es384() } },
        ProviderSample("PS256") { $0.signer = { try await .ps256() } },
        ProviderSample("EdDSA") { $0.signer = { try await .edDSA() } },
        ProviderSample("Ed25519, as EdDSA is called newly") {
            $0.signer = { try await .edDSA() }
            $0.header = ["alg": .string("Ed25519")]
            $0.key = ["alg": .string("Ed25519")]
        },
    ]

    private static let idTokens = [
        ProviderSample("neither name nor email") { $0.claims = ["name": .null, "email": .null] },
        ProviderSample("aud is a list") { $0.claims = ["aud": .strings("client")] },
        ProviderSample("aud names others, too, and azp the client") {
            $0.claims = ["aud": .strings("project-1", "client"), "azp": .string("client")]
        },
        ProviderSample("auth_time is a fraction") { $0.claims = ["auth_time": .number("1799999999.123456")] },
        ProviderSample("auth_time is 0") { $0.claims = ["auth_time": .number(0)] },
        ProviderSample("times are fractions") {
            $0.claims = [
                "iat": .number("1799999999.5"), "exp": .number("1800000600.25"), "nbf": .number("1799999999.5"),
            ]
        },
        ProviderSample("the right hashes") {
            $0.claims = ["at_hash": hash(of: "access-1"), "c_hash": hash(of: "good-code")]
        },
        ProviderSample("claims of every kind") {
            $0.claims = [
                "preferred_username": .string("o'néil <x@y>"), "groups": .array([]),
                "address": .of(["country": .string("AT")]),
            ]
        },
    ]

    private static let tokenResponses = [
        ProviderSample("token_type in lower case") { $0.tokenResponse = ["token_type": .string("bearer")] },
        ProviderSample("expires_in is a string") { $0.tokenResponse = ["expires_in": .string("3600")] },
        ProviderSample("expires_in is a fraction") {
            $0.tokenResponse = ["expires_in": .number("3599.5")]
            $0.life = 3599.5
        },
        ProviderSample("no expires_in") {
            $0.tokenResponse = ["expires_in": .null]
            $0.life = nil
        },
        ProviderSample("opaque access tokens") { $0.tokenResponse = ["access_token": .string("ya29.a0Af_~+/=-tok")] },
        ProviderSample("encrypted access tokens") {
            $0.tokenResponse = ["access_token": .string("eyJhbGciOiJkaXIifQ..aXY.Y3Q.dGFn")]
        },
        ProviderSample("iss and session_state beside the code") {
            $0.beside = [("iss", FakeProvider.issuer), ("session_state", "6f8e.1")]
            $0.publish(["authorization_response_iss_parameter_supported": .bool(true)])
        },
        ProviderSample("scope, authuser and prompt beside the code") {
            $0.beside = [("scope", "email openid"), ("authuser", "0"), ("prompt", "consent"), ("hd", "example.com")]
        },
    ]

    private static let refreshes = [
        ProviderSample("a refresh brings no ID token") { $0.refreshedTokenResponse = ["id_token": .null] },
        ProviderSample("a refresh brings an ID token without nonce") { $0.refreshedClaims = ["nonce": .null] },
        ProviderSample("a refresh brings a new refresh token") {
            $0.refreshedTokenResponse = ["refresh_token": .string("refresh-2")]
            $0.refreshToken = "refresh-2"
        },
        ProviderSample("a refresh brings neither ID token nor refresh token") {
            $0.refreshedTokenResponse = ["id_token": .null, "refresh_token": .null, "scope": .null]
        },
        ProviderSample("a refresh brings empty texts for what it lacks") {
            $0.refreshedTokenResponse = ["id_token": .string(""), "refresh_token": .string("")]
        },
    ]

    private mutating func at(_ issuer: String) {
        self.issuer = issuer
        authority = issuer
    }

    /// Sets members of the metadata; `null` takes one out.
    private mutating func publish(_ members: [String: JSONValue]) { metadata = metadata.with(members) }
}
